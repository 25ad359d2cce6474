// How a visitor of the provider's pages is set up: what is not loaded, and which cookies are kept.

/**
 * What no answer needs: fonts, media, pictures, map tiles, logs. Patterns with `*`, as the DevTools protocol
 * takes them.
 */
export const UNNEEDED_URLS: readonly string[] = [
  '*://fonts.gstatic.com/*',
  '*://fonts.googleapis.com/*',
  '*://*.googleusercontent.com/*',
  '*://*.ggpht.com/*',
  '*://play.google.com/*',
  '*/maps/vt?*',
  '*/maps/vt/*',
  '*/gen_204*',
  '*/maps/preview/log204*',
  '*.woff2*',
  '*.mp4*',
];

/** All but the visitor's consent choice, which names a decision, not a visitor, and is all a context keeps. */
export const FORGOTTEN_COOKIES = /^(?!(?:SOCS|CONSENT)$)/;

/**
 * True for the cookie that records the visitor's choice on the consent page (places.md §3). It names a decision, a
 * language and a day, not a visitor. The provider sets it by itself, too, to "not chosen yet": a value that begins
 * with a zero.
 */
export function isConsentChoice({ name, value }: { readonly name: string; readonly value: string }): boolean {
  return name === 'SOCS' && !value.startsWith('CAA');
}
