import type { Page, Request, Response } from 'playwright';
import { isDocument } from '../../../core/provider/navigation/observation.js';

/** One request of a page. Status null = no answer came. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly isDocument: boolean;
  status: number | null;
}

/** Records the requests of a page until `stop` is called. */
export function watchExchanges(page: Page) {
  const known = new Map<Request, Exchange>();
  /** The last answer to a navigation of the page itself. */
  let document: Response | null = null;
  const onRequest = (request: Request) => {
    const asked = { method: request.method(), url: request.url() };
    known.set(request, { ...asked, isDocument: isDocument(request, page), status: null });
  };
  const onResponse = (response: Response) => {
    const exchange = known.get(response.request());
    if (exchange === undefined) return;
    if (exchange.isDocument) document = response;
    exchange.status = response.status();
  };
  page.on('request', onRequest).on('response', onResponse);
  return {
    all: (): readonly Exchange[] => [...known.values()],
    document: () => document,
    stop: () => {
      page.off('request', onRequest).off('response', onResponse);
    },
  };
}
