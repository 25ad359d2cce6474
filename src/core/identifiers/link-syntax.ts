import { type Message, message } from '../texts/messages.js';
import { percentDecoded, withoutUnseen } from './input-text.js';
import { isLinkHost } from './provider-hosts.js';

/** The kind of a text by its spelling alone: no link, a well-formed https link to any host, or a refused link. */
export type LinkReading =
  | { readonly kind: 'no_link' }
  | { readonly kind: 'link'; readonly url: URL }
  | { readonly kind: 'refused'; readonly reason: Message };

/** Schemes refused even without `//`: a browser or an app would act on them. */
const SCHEMES = words(
  'javascript vbscript livescript data file filesystem blob view-source chrome chrome-extension',
  'chrome-untrusted chrome-search devtools moz-extension ws wss ftp ftps sftp ssh telnet gopher ldap ldaps',
  'tftp smb nfs mailto tel sms smsto intent android-app comgooglemaps google.navigation callto facetime',
  'http https',
);

/** Schemes that are also ordinary words: refused unless white space follows, as in "Opera: Kawiarnia". */
const WORD_SCHEMES = words('about brave dict edge geo jar magnet market opera resource urn whatsapp');

const DOTTED_NAME = /^(?:[\p{L}\p{N}\p{M}_-]+\.)+(?:[a-z]{2,}|xn--[a-z0-9-]+)\.?$/iu;
const LITERAL_ADDRESS = /^(?:(?:\d{1,3}\.){3}\d{1,3}|\[[\da-f.]*:[\da-f:.%]*\])$/i;
/** Other spellings that browsers accept as an IP address: one large number, hex, octal, fewer than four parts. */
const ODD_ADDRESS = /^(?:\d{8,}|(?=.*[.x])(?:0x[\da-f]*|\d+)(?:\.(?:0x[\da-f]*|\d+)){0,3}\.?)$/i;

/**
 * Reads a text as a link as the strictest reader would; http counts as https. A text with a scheme, or
 * `host.tld/path` without white space, is a link; "Hotel: Zamek", "Dr.Max" and "24/7" are not links.
 */
export function readLink(given: string): LinkReading {
  const text = withoutMarkup(given);
  const seen = withoutUnseen(text);
  if (!looksLikeLink(seen)) return { kind: 'no_link' };
  if (seen !== text) return refused(message('linkWithInvisibleCharacters'));
  if (text.includes('\\')) return refused(message('linkWithBackslash'));
  const scheme = schemeOf(text);
  if (scheme !== null && scheme !== 'http' && scheme !== 'https')
    return refused(message('linkSchemeRefused', { scheme: scheme.slice(0, 30) }));
  return readWebLink(scheme === null ? `https://${text.replace(/^\/\//, '')}` : text);
}

/** Undoes the escapes of HTML and JSON in a copied link: `&amp;`, `\\/`, `\\u0026`. */
function withoutMarkup(text: string): string {
  const plain = text
    .replaceAll('\\/', '/')
    .replace(/\\u00(26|3d)/gi, (_, hex: string) => (hex === '26' ? '&' : '='));
  return plain.replace(/&(?:amp;|#38;|#x26;)(?:amp;){0,3}/gi, '&');
}

/** True if the text must be judged as a link, acceptable or not. */
export function looksLikeLink(text: string): boolean {
  if (schemeOf(text) !== null || /^(?:[\\/]{2}|https?[.;]?\/\/)/i.test(text)) return true;
  const token = /^[^\s/\\?#]*/u.exec(text)?.[0] ?? '';
  const rest = text.slice(token.length);
  const host = token.slice(token.lastIndexOf('@') + 1);
  const port = /:\d{1,5}$/.exec(host)?.[0] ?? '';
  const name = host.slice(0, host.length - port.length);
  const leads = /^[/\\]/.test(rest) || /^\?[\w.-]+=/.test(rest);
  if (isLinkHost(name.toLowerCase())) return leads;
  if (/\s/u.test(text)) return false;
  if (LITERAL_ADDRESS.test(name)) return true;
  if (ODD_ADDRESS.test(name))
    return leads ? /\p{L}|^\d{8}/u.test(name + rest) : port !== '' && !/^0x/i.test(name);
  return (DOTTED_NAME.test(name) || /^localhost\.?$/i.test(name)) && (leads || port !== '');
}

/** The scheme at the start of a text, in lower case: a known scheme, or any scheme that a slash follows. */
function schemeOf(text: string): string | null {
  const [, name = '', next = ''] = /^([a-z][a-z0-9+.-]*):(.?)/isu.exec(text) ?? [];
  const scheme = name.toLowerCase();
  if (SCHEMES.has(scheme) || (name !== '' && /[/\\]/.test(next))) return scheme;
  return WORD_SCHEMES.has(scheme) && /\S/u.test(next) ? scheme : null;
}

function readWebLink(text: string): LinkReading {
  const [, scheme = '', authority = ''] = /^(https?):\/\/([^/?#]*)/i.exec(text) ?? [];
  if (authority.includes('@')) return refused(message('linkWithUserName'));
  if (/^(?:https?[.;]?)?$/i.test(authority) || !URL.canParse(text)) return refused(message('linkUnreadable'));
  const url = new URL(text);
  if (url.port !== '') return refused(message('linkWithPort'));
  const defaultPort = scheme.toLowerCase() === 'http' ? ':80' : ':443';
  const written = authority.toLowerCase();
  if (written !== url.hostname && written !== `${url.hostname}${defaultPort}`)
    return refused(message('linkHostMisspelled'));
  url.protocol = 'https:';
  return { kind: 'link', url };
}

/** Removes one layer of percent-encoding, unless the text is a link already or does not decode. */
export function withoutOuterEncoding(text: string): string {
  if (!text.includes('%')) return text;
  return looksLikeLink(withoutUnseen(text)) ? text : (percentDecoded(text) ?? text);
}

function refused(reason: Message): LinkReading {
  return { kind: 'refused', reason };
}

function words(...lines: string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}
