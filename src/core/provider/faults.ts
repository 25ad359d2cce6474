import { AppError, DiagnosticError, PROVIDER_UNAVAILABLE } from '../errors.js';
import { message } from '../texts/messages.js';

const FAULT_RETRY_SECONDS = 10;

/** The error for a provider that answers wrongly or not at all. */
export function providerFault(cause: string | Drift | ForeignPayloads): AppError {
  return new AppError(PROVIDER_UNAVAILABLE, message('providerFails'), {
    cause,
    retryAfterSeconds: FAULT_RETRY_SECONDS,
  });
}

/** Kinds of pages and answers whose shape may be unknown; the metrics count them by these names. */
export type DriftKind =
  | 'list_frame'
  | 'search_answer'
  | 'review_answer'
  | 'place_payload'
  | 'consent_form'
  | 'review_page'
  | 'list_record'
  | 'list_card';

/** The cause of a fault that shows a change at the provider. */
export class Drift extends DiagnosticError {
  override readonly name = 'Drift';
  readonly kind: DriftKind;

  /** `where` names the unexpected content and its position. */
  constructor(kind: DriftKind, where: string) {
    super(`${kind}: ${where}`);
    this.kind = kind;
  }
}

/** The cause of a fault when a page brought only data of other places. */
export class ForeignPayloads extends Error {
  override readonly name = 'ForeignPayloads';
  readonly count: number;

  constructor(count: number) {
    super(`payloads of other places came in place of its own: ${count}`);
    this.count = count;
  }
}

/** The error for a page or an answer of unknown shape: it proves nothing, in particular no absence. */
export function drifted(kind: DriftKind, where: string): AppError {
  return providerFault(new Drift(kind, where));
}
