import { Buffer } from 'node:buffer';
import process from 'node:process';

// What all peers share: the page to load, the requests to abort, and the fields.

/** The Chromium of the service; HEADLESS_SHELL says which kind it is. PROVIDER is the stand-in, `127.0.0.1:<port>`. */
export const { CHROMIUM, PROVIDER } = process.env;
export const IS_HEADLESS_SHELL = process.env.HEADLESS_SHELL === 'true';
/** The highest concurrency of the bench: pages that a peer must be able to hold at once. */
export const MAX_AT_ONCE = 8;

/** The switches of the service (src/browser/chromium.ts). In place of a proxy, the resolver rules name the stand-in. */
export const CHROMIUM_ARGS = [
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  `--host-resolver-rules=MAP * ${PROVIDER}`,
  '--blink-settings=imagesEnabled=false',
];

export const VIEWPORT = { width: 1280, height: 900 };
/** For `browser.newContext` of Playwright. */
export const CONTEXT_OPTIONS = {
  locale: 'pl-PL',
  timezoneId: 'Europe/Warsaw',
  ignoreHTTPSErrors: true,
  serviceWorkers: 'block',
  viewport: VIEWPORT,
};

/** What no answer needs, for tools that decide about every request… */
export const UNNEEDED =
  /^https:\/\/(?:fonts\.(?:gstatic|googleapis)\.com|[\w-]+\.googleusercontent\.com|play\.google\.com)\/|\/maps\/vt[?/]|\/gen_204|\.(?:woff2|mp4|png|jpe?g|gif)(?:\?|$)/;
/** …and the same for tools that hand Chromium a list. */
export const UNNEEDED_PATTERNS = [
  '*://fonts.gstatic.com/*',
  '*://fonts.googleapis.com/*',
  '*://*.googleusercontent.com/*',
  '*://play.google.com/*',
  '*/maps/vt?*',
  '*/maps/vt/*',
  '*/gen_204*',
  ...['.woff2', '.mp4', '.png', '.jpg', '.jpeg', '.gif'].map((ending) => `*${ending}*`),
];

export function placeUrl(placeId) {
  return `https://www.google.com/maps/place/?q=place_id:${placeId}&hl=pl&gl=pl`;
}

/** The answer that holds every field: nobody waits for more. */
export function isPlaceData(response) {
  return response.url().includes('/maps/preview/place');
}

/** The answer of /details about the place in the body of a place answer: paths into its array, no checks. */
export function placeFields(body) {
  const place = JSON.parse(body.slice(body.indexOf('\n') + 1))[6];
  const [hi, lo] = place[10].split(':').map(BigInt);
  const stars = place[175]?.[3] ?? [];
  return {
    place_id: placeId(hi, lo),
    details: {
      cid: lo.toString(),
      nazwa_wizytowki: place[11].trim(),
      adres: place[39]?.trim() ?? null,
      kategoria: place[13]?.[0] ?? null,
      srednia_ocen: place[4]?.[7] ?? null,
      liczba_opinii: place[4]?.[8] ?? null,
      liczba_5_gwiazdek: stars[4] ?? null,
      liczba_4_gwiazdek: stars[3] ?? null,
      liczba_3_gwiazdek: stars[2] ?? null,
      liczba_2_gwiazdek: stars[1] ?? null,
      liczba_1_gwiazdka: stars[0] ?? null,
    },
  };
}

function placeId(hi, lo) {
  const bytes = Buffer.alloc(20);
  bytes.set([0x0a, 0x12, 0x09]);
  bytes.writeBigUInt64LE(hi, 3);
  bytes[11] = 0x11;
  bytes.writeBigUInt64LE(lo, 12);
  return bytes.toString('base64url');
}
