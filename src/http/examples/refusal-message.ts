import { AppError } from '../../contract/errors.js';
import type { ServiceMessage } from '../../contract/messages.js';

/** The message with which `run` refuses its input; null if it accepts the input. Rethrows anything but an AppError. */
export function refusalMessage(run: () => unknown): ServiceMessage | null {
  try {
    run();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** The message of the service for an input that it must refuse. @throws Error if `run` accepts the input */
export function refusalOf(run: () => unknown): ServiceMessage {
  const message = refusalMessage(run);
  if (message === null) throw new Error('this example of a refused request is not refused');
  return message;
}
