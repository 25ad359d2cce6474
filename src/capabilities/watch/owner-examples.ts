import type { OwnerData } from './owner-data.js';

const NO_TIMES = {
  ...{ gone_at: null, gone_at_utc: null, ends_at: null, ends_at_utc: null },
  ...{ paused_at: null, paused_at_utc: null },
} as const;

export const OWNER: OwnerData = {
  id: 'W2kUo1fYc8Q0xZb3tNq7hV5sLm9dKj4pRe6gTy1aBcE',
  name: 'team agencja',
  keys: ['ola', 'jan'],
  ...{ state: 'active', watches: 12, channels: 2, deliveries_waiting: 0, jobs: 1 },
  ...NO_TIMES,
};

export const GONE_OWNER: OwnerData = {
  id: 'Hq3vN8sXr2Lw6Yt0Kc5Zb9uMf1Je7DpGi4oTa2xVlQk',
  name: 'key hotel',
  keys: [],
  ...{ state: 'gone', watches: 3, channels: 1, deliveries_waiting: 4, jobs: 0 },
  ...NO_TIMES,
  ...{ gone_at: '2026-09-14 08:00:00', gone_at_utc: '2026-09-14T06:00:00Z' },
  ...{ ends_at: '2026-10-14 08:00:00', ends_at_utc: '2026-10-14T06:00:00Z' },
};
