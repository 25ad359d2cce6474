/** Every country domain the provider lists as its own (google.com/supported_domains). */
const DOMAINS = [
  'com cat ad ae al am as at az ba be bf bg bi bj bs bt by ca cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee',
  'es fi fm fr ga ge gg gl gm gr gy hn hr ht hu ie im iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml',
  'mn mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm tn to tt vu ws',
  'co.ao co.bw co.ck co.cr co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk',
  'co.uz co.ve co.vi co.za co.zm co.zw com.af com.ag com.ar com.au com.bd com.bh com.bn com.bo com.br com.bz',
  'com.co com.cu com.cy com.do com.ec com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw',
  'com.lb com.ly com.mm com.mt com.mx com.my com.na com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph',
  'com.pk com.pr com.py com.qa com.sa com.sb com.sg com.sl com.sv com.tj com.tr com.tw com.ua com.uy com.vc',
  'com.vn',
].flatMap((line) => line.split(' '));

/** Hosts of map and search pages: the bare domain, `www.` and `maps.` of each country (places.md §2). */
export const MAPS_HOSTS: ReadonlySet<string> = new Set(
  DOMAINS.flatMap((domain) => [`google.${domain}`, `www.google.${domain}`, `maps.google.${domain}`]),
);

/** Hosts of the consent page (places.md §3). */
export const CONSENT_HOSTS: ReadonlySet<string> = new Set(
  DOMAINS.map((domain) => `consent.google.${domain}`),
);

/** True for the address of a consent page. */
export function isConsentUrl(url: string): boolean {
  return URL.canParse(url) && CONSENT_HOSTS.has(new URL(url).hostname);
}

/** Hosts of share links (places.md §2). */
export const SHORT_HOSTS: ReadonlySet<string> = new Set([
  'maps.app.goo.gl',
  'goo.gl',
  'g.page',
  'share.google',
  'g.co',
]);

/**
 * Links on these hosts name a place by its Place ID or CID: pages of reviews and posts. The service sends no requests
 * to them (places.md §2).
 */
export const PLACE_HOSTS: ReadonlySet<string> = new Set(['search.google.com', 'local.google.com']);

/** True for a host whose links may name a place or a review by their text. */
export function isPlaceHost(hostname: string): boolean {
  return MAPS_HOSTS.has(hostname) || PLACE_HOSTS.has(hostname);
}

/** True if a user's link may name this host. Compares whole lower-case names only: no suffixes, no trailing dot. */
export function isLinkHost(hostname: string): boolean {
  return isPlaceHost(hostname) || CONSENT_HOSTS.has(hostname) || SHORT_HOSTS.has(hostname);
}
