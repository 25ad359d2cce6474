import type { Message } from '../../core/texts/messages.js';
import type { EventData, FinishedJob } from '../watch/published.js';
import type { Row } from '../watch/schema.js';

/** A text for people: a subject, and paragraphs. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** The content of one attempt. */
export interface Parcel {
  /** Stable over all attempts with the same events. */
  readonly id: string;
  /** The oldest event first: one event, or all events of a digest. Empty = a job, or a test delivery. */
  readonly events: readonly EventData[];
  /** A finished job instead of events. */
  readonly job?: FinishedJob;
  /** Of a weekly message: which watches were read since the last one. */
  readonly cover?: Letter;
}

/** The status of a receiver that wants no more deliveries. */
export const GONE = 410;

/** How an attempt ended. It was delivered if `error` is null. */
export interface Attempt {
  /** HTTP status; null = there was no answer, or by e-mail. */
  readonly status: number | null;
  readonly error: string | null;
}

/** Sends to channels of one kind. */
export interface Carrier {
  /** Why a target is refused; null = the target is accepted. */
  readonly refusalOf: (target: string) => Message | null;
  /** Takes at most a minute. Rejects only once `signal` is aborted. */
  readonly send: (channel: Row<'channel'>, parcel: Parcel, signal: AbortSignal) => Promise<Attempt>;
}

/** The code of a failure. The message of an error is not used: it may quote addresses and bytes of the answer. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown failure';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
