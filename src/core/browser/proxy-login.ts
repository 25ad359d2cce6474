import type { CDPSession } from 'playwright';
import { browserGone } from './driver-errors.js';

/** The credentials of a context for the egress proxy. */
export interface ProxyLogin {
  /** The proxy itself answers this address, with 204, so that nothing is loaded. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/**
 * Gives a new context the credentials of the proxy: Chromium asks for them once, and then sends them with every later
 * connection of the context. Playwright's own `proxy.username` would intercept every request of the context and turn
 * the HTTP cache off: a page took four times as long (measured).
 * @throws AppError `browser_unavailable` when the proxy refuses the credentials
 */
export async function logIn(session: CDPSession, { url, username, password }: ProxyLogin): Promise<void> {
  let challenges = 0;
  const answer = { response: 'ProvideCredentials', username, password } as const;
  const refusal = { response: 'CancelAuth' } as const;
  const onChallenge = ({
    requestId,
    authChallenge: { source },
  }: {
    requestId: string;
    authChallenge: { source?: string };
  }) => {
    challenges += 1;
    const isProxy = source === 'Proxy' && challenges === 1;
    session
      .send('Fetch.continueWithAuth', { requestId, authChallengeResponse: isProxy ? answer : refusal })
      .catch(() => undefined);
  };
  const onPause = ({ requestId }: { requestId: string }) => {
    session.send('Fetch.continueRequest', { requestId }).catch(() => undefined);
  };
  session.on('Fetch.authRequired', onChallenge).on('Fetch.requestPaused', onPause);
  await session.send('Fetch.enable', { handleAuthRequests: true });
  const { errorText } = await session.send('Page.navigate', { url });
  await session.send('Fetch.disable');
  session.off('Fetch.authRequired', onChallenge).off('Fetch.requestPaused', onPause);
  // After a 204 Chromium aborts the navigation.
  if (errorText !== 'net::ERR_ABORTED') throw browserGone('the egress proxy did not take its credentials');
}
