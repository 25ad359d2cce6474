import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { isAppError } from '../errors.js';
import { race } from '../scope.js';
import { presentError } from './contract/errors.js';
import type { AppContext } from './state.js';

/** Writes one line; resolves when the client can take the next. */
export type WriteLine = (line: object) => Promise<void>;

export const NDJSON = 'application/x-ndjson';

/**
 * Answers with one JSON object a line, as they come. Until the first line the answer is not begun, so an
 * early failure is an ordinary error answer; a later one is a last line `{"type":"error","error":{…}}`.
 */
export async function streamLines(
  ctx: AppContext,
  produce: (write: WriteLine) => Promise<void>,
): Promise<void> {
  const { scope } = ctx.state;
  const stream = new PassThrough();
  const begun = once(stream, 'begun');
  const write: WriteLine = async (line) => {
    const hasRoom = stream.write(`${JSON.stringify(line)}\n`);
    stream.emit('begun');
    if (!hasRoom) await race(scope.signal, once(stream, 'drain'));
  };
  const done = produce(write);
  await Promise.race([begun, done]);
  ctx.status = 200;
  ctx.type = NDJSON;
  ctx.set('Cache-Control', 'no-store');
  ctx.body = stream;
  done.then(
    () => stream.end(),
    (error) => {
      ctx.state.failure = isAppError(error) ? error.code : 'internal_error';
      scope.log.warn({ err: error }, 'a stream was cut short');
      const line = isAppError(error)
        ? { type: 'error', ...presentError(error, scope.id) }
        : { type: 'error' };
      stream.end(`${JSON.stringify(line)}\n`);
    },
  );
}
