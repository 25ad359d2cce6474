import { z } from 'zod';
import type { Message } from '../texts/messages.js';
import { reason, values } from './error-body.js';
import { maybeText } from './values.js';

/** How `/api/capabilities` tells of an optional part of the service. */
export interface Offer {
  /** The name of its fields. */
  readonly name: string;
  /** What it means that the part is offered. */
  readonly offered: string;
  /** Whose message the refusal has. */
  readonly refused: string;
  /** A refusal, as an example. */
  readonly example: Message;
}

const refusalReason = reason
  .nullable()
  .describe('The `reason` of the refusal, for programs that translate it; null without a refusal');

/** The optional parts of an installation: whether each is offered, or why not. */
export function offersSchema(offers: readonly Offer[]) {
  const fields = offers.flatMap(({ name, offered, refused }) => [
    [name, z.boolean().describe(offered)] as const,
    [`${name}_refusal`, maybeText.describe(refused)] as const,
    [`${name}_refusal_reason`, refusalReason] as const,
    [`${name}_refusal_values`, values] as const,
  ]);
  return z.object(Object.fromEntries(fields)).meta({ id: 'Capabilities' });
}
