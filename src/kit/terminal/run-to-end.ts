import { RequestFailed } from '../../core/published/failure.js';
import { EXIT, ExitError } from './exit.js';
import { exitErrorOf } from './failure-text.js';
import type { Session } from './session.js';

interface Work {
  work(): Promise<void>;
  /**
   * Ends the output. Called once, also after an early end. `failed`: the fields that JSON output begins with; empty
   * after a success. Returns false if it has written nothing.
   */
  finish(failed: object): Promise<boolean>;
}

/** Does the work and ends the output. After an early end, the output has the results so far. */
export async function runToEnd(session: Session, { work, finish }: Work): Promise<void> {
  const { progress, format } = session;
  try {
    await work();
  } catch (error) {
    progress.stop();
    if (!isEarlyEnd(error)) throw error;
    const { exitCode, fault } = exitErrorOf(error, session);
    const isTold = await finish({ status: 'error', error: fault });
    // The JSON output holds the failure.
    if (isTold && format.kind === 'json') throw new ExitError(exitCode, '');
    throw error;
  }
  progress.stop();
  await finish({});
}

/** True after a failed request, an interruption or a full disk: the command can tell what there is so far. */
export function isEarlyEnd(error: unknown): boolean {
  if (error instanceof RequestFailed) return true;
  return error instanceof ExitError && error.exitCode !== EXIT.readerGone && error.exitCode !== EXIT.usage;
}
