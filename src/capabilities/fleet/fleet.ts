import { capability } from '../../core/capability.js';
import { settingsOf } from '../../core/config/config.js';
import { DATA_SETTINGS } from '../../kit/store/settings.js';
import { createSharedRateLimit } from './fleet-rate-limit.js';
import { joinBreaker } from './join-breaker.js';
import { FLEET_SETTINGS } from './settings.js';
import { createSharedBreaker } from './shared-breaker.js';
import { cleanSharedPoints, createSharedPoints } from './shared-points.js';
import { connectSharedState } from './shared-state.js';
import { createSharedTurns } from './shared-turns.js';

/** Several replicas with one database share points, provider turns and the breaker. */
export const fleet = capability({
  name: 'fleet',
  settings: [DATA_SETTINGS, FLEET_SETTINGS],
  endpoints: [],
  needs: {},
  /** @throws StartupError when PostgreSQL refuses the login */
  extend: async (config, log) => {
    const { DATABASE_URL: url, EGRESS_GROUP: egressGroup } = settingsOf(config, DATA_SETTINGS);
    if (url === undefined || url.startsWith('sqlite:')) return null;
    const state = await connectSharedState({ url, egressGroup, log });
    cleanSharedPoints(state);
    const { FLEET_SIZE_HINT: processes } = settingsOf(config, FLEET_SETTINGS);
    return {
      joinBreaker: (pause) => joinBreaker(createSharedBreaker(state), pause),
      rateLimit: (perMinute) =>
        createSharedRateLimit({ perMinute, processes, turns: createSharedTurns(state, perMinute), state }),
      points: (window) => createSharedPoints(state, window),
      health: () => state.health(),
      close: () => state.close(),
    };
  },
  open: () => ({ own: null }),
});
