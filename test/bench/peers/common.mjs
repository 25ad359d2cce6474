import process from 'node:process';

// What all peers share: the page to load, the requests to abort, and the fields.

/** The Chromium of the service. PROVIDER is the stand-in, `127.0.0.1:<port>`. */
export const { CHROMIUM, PROVIDER } = process.env;
/** The highest concurrency of the bench: pages that a peer must be able to hold at once. */
export const MAX_AT_ONCE = 8;

/** The switches of the service (src/core/browser/chromium.ts). In place of a proxy, the resolver rules name the stand-in. */
export const CHROMIUM_ARGS = [
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  `--host-resolver-rules=MAP * ${PROVIDER}`,
  '--blink-settings=imagesEnabled=false',
];

/** For `browser.newContext` of Playwright. */
export const CONTEXT_OPTIONS = {
  locale: 'pl-PL',
  timezoneId: 'Europe/Warsaw',
  ignoreHTTPSErrors: true,
  serviceWorkers: 'block',
  viewport: { width: 1280, height: 900 },
};

/** Requests that no answer needs, for tools that hand Chromium a list… */
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
/** …and for tools that decide about every request. */
export const UNNEEDED = new RegExp(
  UNNEEDED_PATTERNS.map((pattern) => pattern.replace(/[.?]/g, '\\$&').replaceAll('*', '.*')).join('|'),
);

export function placeUrl(placeId) {
  return `https://www.google.com/maps/place/?q=place_id:${placeId}&hl=pl&gl=pl`;
}

/** The answer that holds every field: nobody waits for more. */
export function isPlaceData(response) {
  return response.url().includes('/maps/preview/place');
}

/** The details of /api/details in the body of a place answer: paths into its array, no checks. */
export function placeFields(body) {
  const place = JSON.parse(body.slice(body.indexOf('\n') + 1))[6];
  const stars = place[175]?.[3] ?? [];
  return {
    details: {
      cid: BigInt(place[10].split(':')[1]).toString(),
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
