import { errorKinds } from '../../src/core/api/openapi/failure-answers.js';
import type { ErrorKind } from '../../src/core/errors.js';
import { type Message, OTHER } from '../../src/core/texts/messages.js';
import { ENDPOINTS } from '../../src/installed.js';

/** Every kind of failure of the service. */
export const ERROR_KINDS = errorKinds(ENDPOINTS);

/** A message that the service does not send, for a test in which its words do not matter. */
export function madeUp(text: string): Message {
  return { id: OTHER, values: {}, text };
}

/** The kind of failure with this code. */
export function kindOf(code: string): ErrorKind {
  const kind = ERROR_KINDS.find((known) => known.code === code);
  if (kind === undefined) throw new Error(`there is no code ${code}`);
  return kind;
}

/** An inspection without the facts of the review. */
export const NO_FACTS = {
  review: null,
  shown: null,
  placeName: null,
  featureId: null,
  notices: [],
  controls: [],
} as const;
