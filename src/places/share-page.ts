import type { Page, Request } from 'playwright';
import { providerFault } from '../provider/navigation/block-pages.js';
import type { NavigationOptions } from '../provider/navigation/navigate.js';
import { navigate } from '../provider/navigation/navigate.js';
import { startInnerScope } from '../runtime/scope.js';

/**
 * Follows a share link that is answered with a page of JavaScript (places.md §2), until the page sets out for an
 * address that is final. That address is not waited for: what it names stands in its text.
 * @throws whatever `isFinal` throws; `provider_unavailable` when the page settles elsewhere
 */
export async function openShareLink(
  page: Page,
  url: string,
  options: NavigationOptions,
  isFinal: (hop: URL) => boolean,
): Promise<string> {
  const scope = startInnerScope(options.scope, options.scope.remaining());
  let onRequest: (request: Request) => void = () => undefined;
  const arrived = new Promise<string>((resolve, reject) => {
    onRequest = (request) => {
      if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return;
      try {
        if (isFinal(new URL(request.url()))) resolve(request.url());
      } catch (error) {
        reject(error);
      }
    };
  });
  page.on('request', onRequest);
  const rest = navigate<never>(page, url, { ...options, scope }, ({ settled }) => {
    if (settled) throw providerFault('the page of a share link leads nowhere');
    return undefined;
  });
  try {
    return await Promise.race([arrived, rest]);
  } finally {
    page.off('request', onRequest);
    scope.abort(providerFault('the share link has been followed'));
    scope.dispose();
  }
}
