const DOMAINS = [
  ...['com', 'pl', 'de', 'cz', 'sk', 'lt', 'lv', 'ee', 'at', 'fr', 'it', 'es', 'pt', 'nl', 'be', 'ie'],
  ...['dk', 'se', 'no', 'fi', 'hu', 'ro', 'bg', 'gr', 'co.uk', 'com.ua', 'ch'],
];

/** Hosts of map and search pages: the bare domain, `www.` and `maps.` of each country (places.md §2). */
export const MAPS_HOSTS: ReadonlySet<string> = new Set(
  DOMAINS.flatMap((domain) => [`google.${domain}`, `www.google.${domain}`, `maps.google.${domain}`]),
);

/** Hosts of the consent wall (places.md §3). */
export const CONSENT_HOSTS: ReadonlySet<string> = new Set(
  DOMAINS.map((domain) => `consent.google.${domain}`),
);

/** Hosts of share links (places.md §2). */
export const SHORT_HOSTS: ReadonlySet<string> = new Set([
  'maps.app.goo.gl',
  'goo.gl',
  'g.page',
  'share.google',
  'g.co',
]);

/** True for a host a user's link may name. Whole lower-case names only: never suffixes, no trailing dot. */
export function isLinkHost(hostname: string): boolean {
  return MAPS_HOSTS.has(hostname) || CONSENT_HOSTS.has(hostname) || SHORT_HOSTS.has(hostname);
}
