import { type Message, OTHER } from '../../src/core/texts/messages.js';

/** A message that the service does not send, for a test in which its words do not matter. */
export function madeUp(text: string): Message {
  return { id: OTHER, values: {}, text };
}
