import { shuttingDown } from '../../errors.js';
import type { OwnedScope } from '../../runtime/scope.js';
import { within } from '../../runtime/timeout.js';
import type { AppContext } from '../state.js';

export type Drain = ReturnType<typeof createDrain>;

/** Tracks running requests, and refuses new requests during the shutdown. */
export function createDrain() {
  const live = new Map<OwnedScope, AppContext>();
  let begun = false;
  let onIdle: () => void = () => undefined;

  const enter = (ctx: AppContext) => {
    if (begun) {
      ctx.set('Connection', 'close');
      throw shuttingDown();
    }
    const { scope } = ctx.state;
    live.set(scope, ctx);
    ctx.res.once('close', () => {
      live.delete(scope);
      if (live.size === 0) onIdle();
    });
  };

  return {
    /** Tracks a request until its end. @throws AppError `shutting_down` after `begin` */
    enter,
    /** From now on new requests are answered 503 `shutting_down`. */
    begin: () => {
      begun = true;
      // Tells the clients not to send another request on a connection that is about to be closed.
      for (const ctx of live.values()) if (!ctx.headerSent) ctx.set('Connection', 'close');
    },
    hasBegun: () => begun,
    /** Resolves when all requests have ended, or after `ms` milliseconds. A stream ends with its last line. */
    idle: async (ms: number) => {
      if (live.size === 0) return;
      const idle = new Promise<void>((resolve) => {
        onIdle = resolve;
      });
      await within(ms, idle);
    },
    /** Ends the requests that still run: they answer 503 `shutting_down`. */
    abort: () => {
      for (const scope of live.keys()) scope.abort(shuttingDown());
    },
  };
}
