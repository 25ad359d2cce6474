// Resource and cookie policy of the contexts: what is not loaded, and which cookies are kept.

/**
 * Requests that no answer needs: fonts, media, pictures, map tiles, logs. Patterns with `*`, as the DevTools protocol
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

/** All cookies but the consent choice, the only cookie that a context keeps. */
export const FORGOTTEN_COOKIES = /^(?!(?:SOCS|CONSENT)$)/;

/**
 * True for the cookie that records the choice on the consent page (places.md §3). It holds a decision, a language and
 * a day, nothing about the user. The provider also sets it without a choice: `CAA…` means that no choice was made yet.
 */
export function isConsentChoice({ name, value }: { readonly name: string; readonly value: string }): boolean {
  return name === 'SOCS' && !value.startsWith('CAA');
}
