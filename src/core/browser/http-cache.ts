import type { CDPSession } from 'playwright';

/** Types of answers that may differ at every load. Scripts, styles and the like stay in the HTTP cache. */
const NEVER_CACHED = ['Document', 'XHR', 'Fetch', 'Other'] as const;
const NO_CACHE = { name: 'Cache-Control', value: 'no-cache' };

interface CachedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Keeps the HTTP cache of a context from answering for a document or data: a page must never reveal the answer to an
 * earlier load. Nothing is changed until Chromium may reuse such an answer without asking the server. From the first
 * reusable answer on, requests of these types are sent with `no-cache`, as after a reload by the user, which takes 5 to
 * 20 ms a load (measured); doing so always would also change every request. `Network.setCacheDisabled`, extra headers
 * and emptying the cache would load scripts and styles anew as well. `Network` must be enabled in the session.
 */
export function keepFresh(session: CDPSession): void {
  let isBypassing = false;
  const judge = (type: string | undefined, answer: CachedAnswer | undefined) => {
    if (isBypassing || answer === undefined || !NEVER_CACHED.some((kind) => kind === type)) return;
    if (!mayBeReused(answer)) return;
    isBypassing = true;
    // This is sent before any later navigation, so it applies to that navigation. It fails when the page is closed.
    session
      .send('Fetch.enable', { patterns: NEVER_CACHED.map((resourceType) => ({ resourceType })) })
      .catch(() => undefined);
  };
  session.on('Network.responseReceived', ({ type, response }) => judge(type, response));
  session.on('Network.requestWillBeSent', ({ type, redirectResponse }) => judge(type, redirectResponse));
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const kept = Object.entries(request.headers).filter(
      ([name]) => !/^(?:cache-control|pragma)$/i.test(name),
    );
    const headers = [...kept.map(([name, value]) => ({ name, value })), NO_CACHE];
    session.send('Fetch.continueRequest', { requestId, headers }).catch(() => undefined);
  });
}

/** Statuses stored without a time limit unless the answer has one. RFC 9111 §4.2.2, as Chromium implements it. */
const LASTING = new Set([300, 301, 308, 410]);

/** True for an answer that Chromium may reuse without asking: because of its age, or while it asks. */
function mayBeReused({ status, headers }: CachedAnswer): boolean {
  const known = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const control = known.get('cache-control')?.toLowerCase() ?? '';
  if (/no-store/.test(control)) return false;
  if (/stale-while-revalidate/.test(control)) return true;
  if (/no-cache/.test(control) || /no-cache/i.test(known.get('pragma') ?? '')) return false;
  const maxAge = /max-age\s*=\s*"?(\d+)/.exec(control.replaceAll('s-maxage', ''))?.[1];
  if (maxAge !== undefined) return Number(maxAge) > 0;
  const expires = known.get('expires');
  if (expires !== undefined) return Date.parse(expires) > Date.parse(known.get('date') ?? '1970-01-01');
  return known.has('last-modified') || LASTING.has(status);
}
