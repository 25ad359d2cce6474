import { isIP } from 'node:net';
import { type AppError, excerpt, invalid } from '../errors.js';
import { CONSENT_HOSTS, MAPS_HOSTS, SHORT_HOSTS } from '../identifiers/provider-hosts.js';
import { message } from '../texts/messages.js';

const HTTPS_PORT = 443;

/** Hosts of scripts and styles that a place page needs. Fonts, photographs and analytics are left out. */
const STATIC_HOSTS: ReadonlySet<string> = new Set([
  'www.gstatic.com',
  'maps.gstatic.com',
  'ssl.gstatic.com',
  'apis.google.com',
]);

/** Hosts of fonts and photographs. Only pictures of a page need them. docs/provider/places.md §8 */
const PICTURE_HOSTS: ReadonlySet<string> = new Set([
  'fonts.googleapis.com',
  'fonts.gstatic.com',
  'lh3.googleusercontent.com',
  'lh4.googleusercontent.com',
  'lh5.googleusercontent.com',
  'lh6.googleusercontent.com',
  'streetviewpixels-pa.googleapis.com',
]);

const ALLOWED: readonly ReadonlySet<string>[] = [MAPS_HOSTS, CONSENT_HOSTS, SHORT_HOSTS, STATIC_HOSTS];

/**
 * True when the service may connect to `hostname`:`port`. Names are compared as a whole and in lower case: no suffixes,
 * no trailing dot, no addresses. The only port is 443.
 */
export function isAllowedTarget(hostname: string, port: number): boolean {
  return port === HTTPS_PORT && ALLOWED.some((hosts) => hosts.has(hostname));
}

/** True when a page with pictures may connect to `hostname`:`port`. */
export function isAllowedWithPictures(hostname: string, port: number): boolean {
  return isAllowedTarget(hostname, port) || (port === HTTPS_PORT && PICTURE_HOSTS.has(hostname));
}

/** True for an https URL to an allowed target that carries no user name or password. */
export function isAllowedUrl(url: URL): boolean {
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  return isAllowedTarget(url.hostname, url.port === '' ? HTTPS_PORT : Number(url.port));
}

/** Domains of the provider, on the list or not: the log must show a host that the provider begins to use. */
const PROVIDER_DOMAIN =
  /(?:^|\.)(?:google(?:\.[a-z]{2,3}){1,2}|gstatic\.com|googleapis\.com|googleusercontent\.com|goo\.gl|g\.page|g\.co)$/;

/**
 * A host as the log may show it. Hosts of the provider and addresses are shown whole; of any other host, only the last
 * label. A page may lead to the website of the requested place or person, whose name must not be logged.
 */
export function loggableHost(hostname: string): string {
  const host = hostname.toLowerCase();
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0 || host === 'localhost') return host;
  if (/^[a-z\d.-]{1,253}$/.test(host) && PROVIDER_DOMAIN.test(host)) return host;
  return `*.${/\.([a-z]{2,24})$/.exec(host)?.[1] ?? '?'}`;
}

/** The `invalid_request` for a link that leads off the list. `subject` names the link: "link", "share link". */
export function offListError(subject: 'link' | 'share link', hostname: string): AppError {
  const [toNone, toOther] =
    subject === 'link'
      ? (['linkToNoHost', 'linkToForeignHost'] as const)
      : (['shareLinkToNoHost', 'shareLinkToForeignHost'] as const);
  return invalid(hostname === '' ? message(toNone) : message(toOther, { host: excerpt(hostname) }));
}
