import { invalid } from '../errors.js';
import { type Message, message } from '../texts/messages.js';
import { findLinks } from './find-link.js';
import { percentDecoded, trimInput } from './input-text.js';
import { type LinkReading, readLink, withoutOuterEncoding } from './link-syntax.js';
import { decodeBase64Url, readFields, viewOf } from './protobuf.js';
import { CONSENT_HOSTS, isLinkHost, MAPS_HOSTS } from './provider-hosts.js';

/** The path of a share link for each host; group 1 is the part that is kept (places.md §2). */
const PATHS: ReadonlyMap<string, RegExp> = new Map([
  ['maps.app.goo.gl', /^(\/[\w-]+)\/?$/],
  ['goo.gl', /^(\/maps\/[\w-]+)\/?$/],
  ['g.page', /^(\/(?:r\/[\w-]+|(?!r(?:\/|$))[\w.%-]+))(?:\/review)?\/?$/],
  ['share.google', /^(\/[\w-]+)\/?$/],
  ['g.co', /^(\/kgs\/[\w-]+)\/?$/],
]);

/** True for share.google's intermediate hop on the map host: it is still a share link, not a page. places.md §2 */
export function isMiddleHop({ hostname, pathname }: URL): boolean {
  return MAPS_HOSTS.has(hostname) && pathname === '/share.google';
}

/** True for the page to which share.google redirects a dead or invalid link. places.md §2 */
export function isDeadEnd({ hostname, pathname }: URL): boolean {
  return hostname === 'share.google' && pathname === '/error';
}

/** Maximum depth of links inside links. */
const MAX_LAYERS = 3;

/**
 * The address of a link; for a consent page or an app's link, the address of the link inside. Throws `invalid_request`
 * for a refused link, and with `refusals` for another text and for a consent page without a link.
 */
export function innermostLink(
  link: LinkReading,
  refusals: { readonly noLink: Message; readonly emptyConsent: Message },
  layer = 0,
): URL {
  if (link.kind === 'refused') throw invalid(link.reason);
  if (link.kind === 'no_link') throw invalid(refusals.noLink);
  const { url } = link;
  const isConsent = CONSENT_HOSTS.has(url.hostname);
  const inner = isConsent ? url.searchParams.get('continue') : (appLinkTarget(url) ?? carriedLink(url));
  if (inner !== null && layer < MAX_LAYERS)
    return innermostLink(readLink(withoutOuterEncoding(trimInput(inner))), refusals, layer + 1);
  if (isConsent) throw invalid(refusals.emptyConsent);
  return url;
}

/** Pages of the provider that forward to the address in their parameter `q` or `url`. */
const FORWARDING_PATH = /^\/(?:url|aclk|local_url|search|maps|maps\/place\/?|)$/;

/**
 * The link of the provider that a wrapper carries in its own address: `google.com/url?q=`, Outlook safe links,
 * Proofpoint, trackers of mail programs, archives. Null for any other link.
 */
function carriedLink(url: URL, layer = 0): string | null {
  const { hostname, pathname, search, searchParams } = url;
  if (isLinkHost(hostname) && !(MAPS_HOSTS.has(hostname) && FORWARDING_PATH.test(pathname))) return null;
  const isEncoded = hostname.endsWith('urldefense.proofpoint.com');
  const values = [...searchParams.values()].map((value) =>
    isEncoded ? (percentDecoded(value.replaceAll('-', '%').replaceAll('_', '/')) ?? '') : value,
  );
  const wrapped = /__(https?:\/{1,2}[^\s]{1,2000}?)(?:__;|_{0,2}$)/.exec(pathname + search)?.[1] ?? '';
  // A message to share may have words before its link.
  const carried = [...values, wrapped.replace(/:\/(?!\/)/, '://'), pathname + search].flatMap((value) =>
    findLinks(value).filter(({ isBare }) => !isBare),
  );
  return carried.find(({ link }) => leadsToProvider(link, layer))?.link ?? null;
}

function leadsToProvider(text: string, layer: number): boolean {
  const link = readLink(withoutOuterEncoding(trimInput(text)));
  if (link.kind !== 'link') return false;
  return isLinkHost(link.url.hostname) || (layer < MAX_LAYERS && carriedLink(link.url, layer + 1) !== null);
}

/** Hosts of short links and of wrapped links that do not show where they lead. */
const FORWARDERS =
  /^(?:www\.)?(?:bit\.ly|search\.app(?:\.goo\.gl)?|posts\.gle|bitly\.com|tinyurl\.com|t\.co|lnkd\.in|cutt\.ly|ow\.ly|is\.gd|rb\.gy|rebrand\.ly|buff\.ly|tiny\.pl|tiny\.cc|shorturl\.at|t\.ly|s\.id|fb\.me|wp\.me|qr\.[a-z.]{2,20})$|(?:^|\.)(?:safelinks\.protection\.outlook\.com|urldefense\.(?:com|us|proofpoint\.com)|mimecast\w{0,9}\.com|cudasvc\.com|list-manage\.com|mailchi\.mp|sendgrid\.net|hubspotlinks\.com|mjt\.lu|rs6\.net|awstrack\.me|l\.facebook\.com|lm\.facebook\.com|l\.instagram\.com)$|^(?:click|clicks|link|links|track|tracking|trk|url\d{0,6}|email|redirect|go)\./;

/** Why a link to a foreign host is refused. A forwarder does not name the address that it leads to. */
export function foreignLink({ hostname: host }: URL, otherwise: Message): Message {
  if (host === 'business.google.com') return message('linkToOwnerPage');
  return FORWARDERS.test(host) ? message('linkForwards', { host }) : otherwise;
}

/** The link inside `https://maps.app.goo.gl/?link=…&apn=…`, which the app shares; else null. places.md §2 */
export function appLinkTarget({ hostname, pathname, searchParams }: URL): string | null {
  return hostname === 'maps.app.goo.gl' && pathname === '/' ? searchParams.get('link') : null;
}

/**
 * Reads a share link of one place; null for any other address, even on the same hosts. `url`: the link to follow, https,
 * without tracking query and without the `/review` action. `cid`: in the link itself (`g.page/r/…`); null = follow it.
 */
export function parseShortLink(url: URL): { readonly url: string; readonly cid: string | null } | null {
  if (isMiddleHop(url)) {
    const code = url.searchParams.get('q') ?? '';
    return /^[\w-]+$/.test(code) ? { url: `https://share.google/${code}`, cid: null } : null;
  }
  const path = PATHS.get(url.hostname)?.exec(url.pathname)?.[1];
  if (path === undefined) return null;
  const gPageId = url.hostname === 'g.page' && path.startsWith('/r/') ? path.slice('/r/'.length) : null;
  return { url: `https://${url.hostname}${path}`, cid: gPageId === null ? null : cidOfGPage(gPageId) };
}

/**
 * The CID in the id of a `g.page/r/<id>` link: base64url of `09 <CID, 8 bytes little-endian> 10 <varint>` (places.md
 * §1, decoded from 5 links, 1 checked). Null for any other id.
 */
function cidOfGPage(id: string): string | null {
  const bytes = decodeBase64Url(id);
  const fields = bytes === null ? null : readFields(bytes);
  const [cid, action] = fields ?? [];
  if (fields?.length !== 2 || cid?.number !== 1 || cid.wireType !== 1) return null;
  if (action?.number !== 2 || action.wireType !== 0) return null;
  const value = viewOf(cid.bytes).getBigUint64(0, true);
  return value === 0n ? null : value.toString();
}
