import { shuttingDown } from '../../contract/errors.js';
import type { OwnedScope } from '../../runtime/scope.js';
import type { AppContext, Middleware } from '../state.js';

/** Tracks running requests, and refuses new requests during the shutdown. */
export interface Drain {
  /** Tracks requests, and refuses them after `begin`. Place it before the endpoints. */
  readonly middleware: Middleware;
  /** From now on new requests are answered 503 `shutting_down`. */
  begin(): void;
  hasBegun(): boolean;
  /** Resolves when all requests have ended, or after `ms` milliseconds. A stream ends with its last line. */
  idle(ms: number): Promise<void>;
  /** Ends the requests that still run: they answer 503 `shutting_down`. */
  abort(): void;
}

export function createDrain(): Drain {
  const live = new Map<OwnedScope, AppContext>();
  let begun = false;
  let onIdle: () => void = () => undefined;

  const middleware: Middleware = (ctx, next) => {
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
    return next();
  };

  return {
    middleware,
    begin: () => {
      begun = true;
      // Tells the clients not to send another request on a connection that is about to be closed.
      for (const ctx of live.values()) if (!ctx.headerSent) ctx.set('Connection', 'close');
    },
    hasBegun: () => begun,
    idle: (ms) => {
      if (live.size === 0) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
    abort: () => {
      for (const scope of live.keys()) scope.abort(shuttingDown());
    },
  };
}
