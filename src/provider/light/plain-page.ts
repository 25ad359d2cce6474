import { CONSENT_HOSTS } from '../../identifiers/provider-hosts.js';
import { isBlockPageUrl, isScriptPage, isScriptPageUrl, throttled } from '../pages/block-pages.js';

/** What one plain request brought. */
export interface PlainAnswer {
  readonly status: number;
  /** The `Location` header; null without one. */
  readonly location: string | null;
  /** Whole, or empty for a redirect. */
  readonly body: string;
}

/** Asks for one page of the provider as a borrowed context would, cookies included; follows nothing. */
export type AskPlainly = (url: string) => Promise<PlainAnswer>;

/**
 * What plain requests gave. Undefined: the provider answered them as it should, and still only a rendered page
 * can tell. Null: they are of no use here.
 */
export type PlainReading<T> = T | undefined | null;

/** True for an answer that sends the visitor to the consent page instead. places.md §3 */
export function asksForConsent({ location }: Pick<PlainAnswer, 'location'>): boolean {
  return location !== null && URL.canParse(location) && CONSENT_HOSTS.has(new URL(location).hostname);
}

/** True for the JavaScript-only page: the provider wants a browser, and refuses nobody. places.md §4 */
export function asksForJavaScript(url: string, answer: Pick<PlainAnswer, 'location' | 'body'>): boolean {
  return isScriptPageUrl(targetOf(url, answer)) || isScriptPage(answer.body);
}

/**
 * The body of an ordinary answer; null for anything else, a consent page and the JavaScript-only page included:
 * rendering deals with those. @throws AppError `provider_blocked` when the address is refused. places.md §4
 */
export async function plainBody(ask: AskPlainly, url: string): Promise<string | null> {
  const answer = await ask(url);
  const { status, body } = answer;
  const target = targetOf(url, answer);
  const needsBrowser = asksForJavaScript(url, answer);
  if (status === 429 || (isBlockPageUrl(target) && !needsBrowser))
    throw throttled(`block page at ${new URL(target).pathname}`);
  return status === 200 && !needsBrowser ? body : null;
}

/** Where a redirect leads; the address itself without one. */
function targetOf(url: string, { location }: Pick<PlainAnswer, 'location'>): string {
  return location !== null && URL.canParse(location, url) ? new URL(location, url).href : url;
}
