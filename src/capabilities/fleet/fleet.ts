import { capability } from '../../core/capability.js';
import { createSharedBreaker } from './shared-breaker.js';
import { cleanSharedPoints, createSharedPoints } from './shared-points.js';
import { connectSharedState } from './shared-state.js';
import { createSharedTurns } from './shared-turns.js';

/** Several replicas with one database share points, provider turns and the breaker. */
export const fleet = capability({
  name: 'fleet',
  endpoints: [],
  needs: {},
  /** @throws StartupError when PostgreSQL refuses the login */
  extend: async ({ DATABASE_URL: url, EGRESS_GROUP: egressGroup }, log) => {
    if (url === undefined || url.startsWith('sqlite:')) return null;
    const state = await connectSharedState({ url, egressGroup, log });
    cleanSharedPoints(state);
    return {
      breaker: createSharedBreaker(state),
      turns: (perMinute) => createSharedTurns(state, perMinute),
      points: (window) => createSharedPoints(state, window),
      health: state.health,
      onChange: state.onChange,
      close: state.close,
    };
  },
  open: () => ({ own: null }),
});
