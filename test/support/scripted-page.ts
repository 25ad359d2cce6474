import { EventEmitter } from 'node:events';
import type { Page } from 'playwright';
import { nextPageState } from '../../src/core/provider/navigation/page-state.js';
import type { RawPageState } from '../../src/core/provider/raw-state.js';

/** Chromium's names of ends without an answer. */
const ENDS = { cancelled: 'net::ERR_ABORTED', network: 'net::ERR_NETWORK_CHANGED' } as const;

/** One request of a page, and its end. */
export interface ScriptedRequest {
  readonly url: string;
  /** By default a script's own fetch. */
  readonly kind?: 'document' | 'script' | 'fetch' | 'image';
  /**
   * 200 by default; 0 = the connection breaks before an answer; `pending` = no answer ever comes; `cancelled` = the
   * page gives the request up; `network` = an address of this machine changes.
   */
  readonly status?: number | 'pending' | keyof typeof ENDS;
  /** Null: it breaks off after the headers. */
  readonly body?: string | null;
  /** The address that the request is redirected to; `status` and `body` are the end of the redirected request. */
  readonly redirectsTo?: string;
}

/**
 * A page without a browser: it makes the requests in their order, then shows the states in their order. `behind`: this
 * process learns of each new state only when it asks so often whether the page has drawn, which takes `frameMs` each time.
 */
export function scriptedPage(
  requests: readonly ScriptedRequest[],
  states: readonly RawPageState[],
  sleep: (ms: number) => Promise<void>,
  behind: { readonly frames: number; readonly frameMs: number } | null = null,
): Page {
  const events = new EventEmitter();
  const frame = {};
  const [document] = requests;
  const left = [...states];
  let shown = left.shift();
  let catchUp: () => void = () => undefined;
  let frames = 0;

  const end = (request: object, { url, status = 200, body = '' }: ScriptedRequest) => {
    if (status === 'pending') return;
    if (status === 0 || typeof status === 'string') return void events.emit('requestfailed', request);
    events.emit('response', {
      request: () => request,
      url: () => url,
      status: () => status,
      ok: () => status >= 200 && status < 300,
      text: async () => {
        if (body === null) throw new Error('the body broke off');
        return body;
      },
    });
    events.emit('requestfinished', request);
  };
  const ask = async (scripted: ScriptedRequest) => {
    const { url, kind = 'fetch', status, redirectsTo } = scripted;
    const errorText =
      typeof status === 'string' && status !== 'pending' ? ENDS[status] : 'net::ERR_CONNECTION_RESET';
    const requestAt = (address: string, from: object | null) => ({
      url: () => address,
      isNavigationRequest: () => kind === 'document',
      frame: () => frame,
      resourceType: () => kind,
      redirectedFrom: () => from,
      failure: () => ({ errorText }),
    });
    const first = requestAt(url, null);
    events.emit('request', first);
    await sleep(1);
    if (redirectsTo === undefined) return end(first, scripted);
    end(first, { url, status: 302 });
    const second = requestAt(redirectsTo, first);
    events.emit('request', second);
    await sleep(1);
    end(second, { ...scripted, url: redirectsTo });
  };
  const page = Object.assign(events, {
    url: () => document?.url ?? 'about:blank',
    mainFrame: () => frame,
    goto: async () => {
      for (const request of requests) {
        await ask(request);
        if (request === document) events.emit('domcontentloaded');
      }
    },
    evaluate: async (work: unknown, input: { readonly known?: string | null } | undefined) => {
      // Otherwise the page is asked whether it has drawn: it has.
      if (work !== nextPageState) {
        await sleep(behind?.frameMs ?? 0);
        frames += 1;
        if (frames >= (behind?.frames ?? 0)) catchUp();
        return true;
      }
      if (input?.known != null && input.known === JSON.stringify(shown)) {
        if (left.length === 0) return new Promise(() => undefined);
        if (behind !== null)
          await new Promise<void>((resolve) => {
            catchUp = resolve;
          });
        shown = left.shift();
      }
      return shown;
    },
  });
  return page as unknown as Page;
}
