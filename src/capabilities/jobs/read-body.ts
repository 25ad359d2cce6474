import type { Hash } from 'node:crypto';
import { UPLOAD } from '../../core/api/malformed-request.js';
import type { AppContext } from '../../core/api/state.js';
import { AppError, CLIENT_GONE, INVALID_REQUEST, isAppError } from '../../core/errors.js';
import { race } from '../../core/runtime/scope.js';
import { within } from '../../core/runtime/timeout.js';
import { nextStep } from '../../core/runtime/turns.js';
import { message } from './messages.js';

const MEBIBYTE = 1_048_576;
const MAX_MEBIBYTES = 64;
export const MAX_UPLOAD = `${MAX_MEBIBYTES} MiB`;
/** Bytes processed in one step. Each byte may be a line. */
const PART_BYTES = 4_096;
/** Time limits for the whole upload, and for the wait for its next part. */
const UPLOAD_MS = 600_000;
const SILENT_MS = 30_000;

/**
 * Yields the body of a request as it arrives, and adds it to `hash`.
 * @throws AppError `invalid_request` when it is too large or stops; the reason of the scope
 */
export async function* readBody(ctx: AppContext, hash: Hash): AsyncGenerator<Buffer> {
  const { scope } = ctx.state;
  if (Number(ctx.get('Content-Length') || 0) > MAX_MEBIBYTES * MEBIBYTE) throw tooLarge();
  scope.extend(UPLOAD_MS);
  ctx.res.emit(UPLOAD);
  const parts = ctx.req[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let size = 0;
  try {
    for (;;) {
      const part = await within(SILENT_MS, race(scope.signal, parts.next()));
      if (part === null) throw new AppError(INVALID_REQUEST, message('uploadStopped'));
      if (part.done === true) return;
      const { value } = part;
      size += value.length;
      if (size > MAX_MEBIBYTES * MEBIBYTE) throw tooLarge();
      hash.update(value);
      for (let at = 0; at < value.length; at += PART_BYTES) {
        await nextStep(scope);
        yield value.subarray(at, at + PART_BYTES);
      }
    }
  } catch (error) {
    // Prefer the reason of the scope. A broken connection reaches the body first and then ends the scope.
    scope.signal.throwIfAborted();
    if (isAppError(error)) throw error;
    throw new AppError(CLIENT_GONE, message('clientGoneInUpload'), { cause: error });
  } finally {
    // Discard the rest of the body, so that a client that is still sending can read its answer.
    ctx.req.removeAllListeners('readable').resume();
  }
}

function tooLarge(): AppError {
  return new AppError(INVALID_REQUEST, message('uploadTooLarge', { most: MAX_UPLOAD }));
}
