import { CONSENT_HOSTS } from '../../identifiers/provider-hosts.js';
import { isScriptWall, isWallUrl, throttled } from '../pages/walls.js';

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

/**
 * The body of an ordinary answer; null for anything else, a consent page included: rendering deals with that.
 * @throws AppError `provider_blocked` at a wall. places.md §4
 */
export async function plainBody(ask: AskPlainly, url: string): Promise<string | null> {
  const { status, location, body } = await ask(url);
  const target = location !== null && URL.canParse(location, url) ? new URL(location, url).href : url;
  if (status === 429 || isWallUrl(target) || isScriptWall(body))
    throw throttled(`wall at ${new URL(target).pathname}`);
  return status === 200 ? body : null;
}
