import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { race } from '../runtime/scope.js';
import { asAppError, presentStreamFailure } from './error-answer.js';
import type { AppContext } from './state.js';

/** Writes one line, an object or its JSON; resolves when the client can take the next. */
export type WriteLine = (line: object | string) => Promise<void>;

export const NDJSON = 'application/x-ndjson';

/**
 * Answers with one JSON object per line and sends each line as soon as it is ready. The answer begins with the first
 * line. A failure before the first line becomes an ordinary error answer; a later failure becomes the last line, with
 * `"type":"error"`.
 */
export async function streamLines(
  ctx: AppContext,
  produce: (write: WriteLine) => Promise<void>,
): Promise<void> {
  const { scope, stall } = ctx.state;
  const stream = new PassThrough();
  const begun = once(stream, 'begun');
  // Several writers may wait at the same time, as for a list of links.
  let drained: Promise<void> | null = null;
  const write: WriteLine = async (line) => {
    const hasRoom = stream.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
    stream.emit('begun');
    if (hasRoom) return;
    drained ??= waitForDrain(stream, ctx).finally(() => {
      drained = null;
    });
    await drained;
  };
  const done = produce(write);
  await Promise.race([begun, done]);
  ctx.status = 200;
  ctx.type = NDJSON;
  ctx.body = stream;
  const end = (lastLine?: string) => {
    stream.end(lastLine);
    stall.expect();
  };
  done.then(
    () => end(),
    (thrown) => {
      const error = asAppError(thrown);
      ctx.state.failure = error.code;
      scope.log.warn({ err: error }, 'a stream was cut short');
      end(`${JSON.stringify(presentStreamFailure(error, scope.id))}\n`);
    },
  );
}

/** @throws AppError the reason of the scope; client_gone also when the client reads nothing for too long */
async function waitForDrain(stream: PassThrough, { state }: AppContext): Promise<void> {
  const { scope, stall } = state;
  stall.expect();
  try {
    await race(scope.signal, once(stream, 'drain'));
  } finally {
    stall.release();
  }
}
