import { AppError } from '../../contract/errors.js';
import type { ServiceMessage } from '../../contract/messages.js';

/** The message with which `run` refuses its input; null when it accepts it. Anything but an AppError is thrown. */
export function refusalMessage(run: () => unknown): ServiceMessage | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** The same for an example that is to be refused, so that it says what the service says. @throws Error if it is not */
export function refusalOf(run: () => unknown): ServiceMessage {
  const message = refusalMessage(run);
  if (message === null) throw new Error('this example of a refused request is not refused');
  return message;
}
