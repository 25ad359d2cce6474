import { refusalMessage } from '../../contract/errors.js';
import type { ServiceMessage } from '../../contract/messages.js';

/** The message of the service for an input that it must refuse. @throws Error if `run` accepts the input */
export function refusalOf(run: () => unknown): ServiceMessage {
  const message = refusalMessage(run);
  if (message === null) throw new Error('this example of a refused request is not refused');
  return message;
}
