// Resource and cookie policy of the contexts: the requests that are blocked and the cookies that are kept.

/** Requests that change nothing in a picture of the page. */
export const LOGS_AND_VIDEOS: readonly string[] = [
  '*://play.google.com/*',
  '*/gen_204*',
  '*/maps/preview/log204*',
  '*.mp4*',
];

/** Requests that no answer needs: fonts, media, pictures, map tiles, logs. DevTools protocol patterns with `*`. */
export const UNNEEDED_URLS: readonly string[] = [
  '*://fonts.gstatic.com/*',
  '*://fonts.googleapis.com/*',
  '*://*.googleusercontent.com/*',
  '*://*.ggpht.com/*',
  '*/maps/vt?*',
  '*/maps/vt/*',
  '*.woff2*',
  ...LOGS_AND_VIDEOS,
];

/** Matches all cookies except the consent choice, the only cookie that a context keeps. */
export const FORGOTTEN_COOKIES = /^(?!(?:SOCS|CONSENT)$)/;

/**
 * True for the cookie that records the choice on the consent page (places.md §3). It holds a decision, a language and
 * a day, and nothing about the user. The provider also sets it before a choice: then it starts with `CAA`.
 */
export function isConsentChoice({ name, value }: { readonly name: string; readonly value: string }): boolean {
  return name === 'SOCS' && !value.startsWith('CAA');
}
