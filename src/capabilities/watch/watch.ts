import { capability } from '../../core/capability.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import { DATA_MESSAGES } from '../../kit/store/messages.js';
import { openPart } from '../../kit/store/part-database.js';
import { DATA_SETTINGS } from '../../kit/store/settings.js';
import { dataOf } from '../../kit/store/storage.js';
import { bulk } from '../bulk/bulk.js';
import { jobs } from '../jobs/jobs.js';
import * as watches from './endpoints.js';
import * as events from './event-endpoints.js';
import { MESSAGES, message } from './messages.js';
import * as owners from './owner-endpoints.js';
import { WATCH_READINESS } from './published.js';
import type { Schema } from './schema.js';
import { WATCH_SETTINGS } from './settings.js';
import type { Watch } from './watch-service.js';
import { WATCH_TABLES } from './watch-tables.js';

/** Places and reviews that are checked again and again, and what is known of them. */
export const watch = capability({
  name: 'watch',
  offer: {
    offered: 'Whether this client may watch subjects. The database itself may be unreachable at the moment',
    refused:
      'Why this client may not watch subjects: the message of `/api/watches`; null when the client may',
    example: message('watchWithoutDatabase'),
  },
  checks: WATCH_READINESS,
  tag: {
    name: 'Watch',
    about:
      'Places and reviews that the service checks again and again, the record of what was shown, and events when something is different. The events are read with `GET /api/events?since=`, or delivered by webhooks and e-mail (`/api/channels`).',
    recipes: [
      {
        title: 'Be told of changes by a webhook',
        text: 'Watch a place, then name the address that gets its events. The answer has the secret that signs them, as Standard Webhooks describe; the operator allows the host in WEBHOOK_HOSTS.',
        command: `curl -H 'Content-Type: application/json' -d '{"subject":"ChIJOsH9cGTSrkcRy7zh90zxudA"}' \\
  http://127.0.0.1:3000/api/watches
curl -H 'Content-Type: application/json' -d '{"kind":"webhook","target":"https://hooks.example.com/reviews"}' \\
  http://127.0.0.1:3000/api/channels`,
      },
    ],
  },
  messages: { ...DATA_MESSAGES, ...MESSAGES },
  settings: [WATCH_SETTINGS, DATA_SETTINGS],
  endpoints: [
    watches.addWatch,
    watches.importWatches,
    watches.listWatches,
    watches.getWatch,
    watches.changeWatch,
    watches.removeWatch,
    watches.checkWatch,
    watches.watchReviews,
    events.watchEvents,
    events.listEvents,
    events.markEvents,
    owners.listOwners,
    owners.removeOwner,
  ],
  needs: { bulk, jobs },
  open: async (core, needed) => {
    const { metrics, forgetControls } = core;
    const data = await dataOf(core);
    const { storageFault } = data;
    const elsewhere = { storageFault, forgetControls, jobs: needed.jobs.jobs };
    const database = await openPart<Schema>(data, core, 'record', WATCH_TABLES);
    if (database === null) {
      const own = { ...elsewhere, watch: null };
      if (storageFault !== null) databaseGauge(metrics.gauge, () => true);
      return {
        own,
        refusal: (service, ctx) => watches.refusalOfWatch(service, own, ctx),
        checks: () => (storageFault === null ? {} : { watch: 'unavailable', data_folder: storageFault.text }),
      };
    }
    const { openWatch } = await import('./watch-service.js');
    const watching = await openWatch({
      ...core,
      metrics: watchCounters(metrics),
      database,
      keys: core.keys,
      jobs: needed.jobs.owners,
      bulk: needed.bulk,
    });
    const { watch: service } = watching;
    watchGauges(metrics, service);
    const own = { ...elsewhere, watch: service };
    return {
      own,
      refusal: (core, ctx) => watches.refusalOfWatch(core, own, ctx),
      checks: () => ({ watch: service.health() }),
      start: watching.start,
      stop: watching.stop,
      close: database.close,
    };
  },
});

/** Defines the counters of checks and events. */
export function watchCounters({ countBy }: Pick<Metrics, 'countBy'>) {
  return {
    /** "proven", or why a check of a watched subject could not tell its state. */
    watchCheck: countBy('outcome', 'watch_checks_total', 'Checks of watched subjects by this replica'),
    watchEvent: countBy('type', 'watch_events_total', 'Events that checks of this replica found'),
  };
}

/** Defines the gauges of watches. */
export function watchGauges(
  { gauge, gaugeBy }: Pick<Metrics, 'gauge' | 'gaugeBy'>,
  { figures, health }: Pick<Watch, 'figures' | 'health'>,
) {
  gaugeBy(['state'], 'watches', 'Watches of all clients; counted every 15 seconds', () =>
    Object.entries(figures().states).map(([state, count]) => [{ state }, count]),
  );
  gauge('watch_checks_overdue', 'Watches whose check has been due for over an hour', () => figures().overdue);
  const ofProof = 'When the last check of a watch that had a result ended; NaN = there was none';
  gauge('watch_last_proven_timestamp_seconds', ofProof, () => (figures().provenAt ?? Number.NaN) / 1_000);
  databaseGauge(gauge, () => health() === 'unavailable');
}

function databaseGauge(gauge: Metrics['gauge'], isAway: () => boolean) {
  gauge('watch_database_unavailable', '1 while the database of watches cannot be used', () =>
    Number(isAway()),
  );
}
