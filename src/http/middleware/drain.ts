import { shuttingDown } from '../../errors.js';
import type { OwnedScope } from '../../scope.js';
import type { Middleware } from '../state.js';

/** The requests under way, and the end of taking new ones. */
export interface Drain {
  /** Stands before the endpoints: counts what passes, refuses all once `begin` was called. */
  readonly middleware: Middleware;
  /** From now on new requests are answered 503 `shutting_down`. */
  begin(): void;
  hasBegun(): boolean;
  /** Resolves when no request is under way, or after `ms` milliseconds. A stream lasts until its last line. */
  idle(ms: number): Promise<void>;
  /** Ends the requests still under way: they answer 503 `shutting_down`. */
  abort(): void;
}

export function createDrain(): Drain {
  const live = new Set<OwnedScope>();
  let begun = false;
  let onIdle: () => void = () => undefined;

  const middleware: Middleware = async (ctx, next) => {
    if (begun) {
      ctx.set('Connection', 'close');
      throw shuttingDown();
    }
    const { scope } = ctx.state;
    live.add(scope);
    ctx.res.once('close', () => {
      live.delete(scope);
      if (live.size === 0) onIdle();
    });
    try {
      await next();
    } finally {
      // Requests from before the shutdown must not end in a broken connection.
      if (begun && !ctx.headerSent) ctx.set('Connection', 'close');
    }
  };

  return {
    middleware,
    begin: () => {
      begun = true;
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
      for (const scope of live) scope.abort(shuttingDown());
    },
  };
}
