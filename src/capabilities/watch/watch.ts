import { capability } from '../../core/capability.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import { message } from '../../core/texts/messages.js';
import { openPart } from '../../kit/store/part-database.js';
import { bulk } from '../bulk/bulk.js';
import { evidence } from '../evidence/evidence.js';
import { jobs } from '../jobs/jobs.js';
import * as watches from './endpoints.js';
import * as events from './event-endpoints.js';
import * as owners from './owner-endpoints.js';
import type { Schema } from './schema.js';
import type { Watch } from './watch-service.js';
import { WATCH_TABLES } from './watch-tables.js';

const STORE_STATES = ['ok', 'full', 'unavailable'];

/** Places and reviews that are checked again and again, and what is known of them. */
export const watch = capability({
  name: 'watch',
  offer: {
    offered: 'Whether this client may watch subjects. The database itself may be unreachable at the moment',
    refused:
      'Why this client may not watch subjects: the message of `/api/watches`; null when the client may',
    example: message('watchWithoutDatabase'),
  },
  endpoints: [
    watches.addWatch,
    watches.importWatches,
    watches.listWatches,
    watches.getWatch,
    watches.changeWatch,
    watches.removeWatch,
    watches.checkWatch,
    watches.watchReviews,
    watches.watchChecks,
    events.watchEvents,
    events.listEvents,
    watches.watchForecast,
    owners.listOwners,
    owners.pauseOwner,
    owners.resumeOwner,
    owners.handOverOwner,
    owners.removeOwner,
  ],
  needs: { bulk, evidence, jobs },
  open: async (core, needed) => {
    const { storageFault, metrics, forgetControls } = core;
    const elsewhere = { storageFault, forgetControls, jobs: needed.jobs.jobs };
    const database = await openPart<Schema>(core, 'record', WATCH_TABLES);
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
      database,
      folder: core.storage.folder,
      keys: core.keys.keys,
      jobs: needed.jobs.owners,
      bulk: needed.bulk,
      evidence: needed.evidence,
    });
    const { watch: service } = watching;
    const packs = service.evidenceState;
    watchGauges(metrics, service);
    const own = { ...elsewhere, watch: service };
    return {
      own,
      refusal: (core, ctx) => watches.refusalOfWatch(core, own, ctx),
      checks: () => ({
        watch: service.health(),
        ...(packs !== null && { evidence_store: packs().store }),
      }),
      feedToken: service.feedToken,
      start: () => {
        watching.start();
        core.keys.onChange(watching.keysChanged);
      },
      stop: watching.stop,
      close: database.close,
    };
  },
});

/** Defines the gauges of watches, their deliveries and their packs. */
export function watchGauges(
  { gauge, gaugeBy }: Pick<Metrics, 'gauge' | 'gaugeBy'>,
  { figures, health, evidenceState: packs }: Pick<Watch, 'figures' | 'health' | 'evidenceState'>,
) {
  gaugeBy(['state'], 'watches', 'Watches of all clients; counted every 15 seconds', () =>
    Object.entries(figures().states).map(([state, count]) => [{ state }, count]),
  );
  gauge('watch_checks_overdue', 'Watches whose check has been due for over an hour', () => figures().overdue);
  gauge(
    'watch_delivery_lateness_seconds',
    'How long the oldest delivery of the watch that is due has waited; counted every 15 seconds',
    () => figures().lateness,
  );
  gauge(
    'watch_deliveries_failing',
    'Deliveries that failed and wait to be repeated',
    () => figures().failing,
  );
  databaseGauge(gauge, () => health() !== 'ok');
  if (packs !== null) {
    gauge('evidence_store_state', 'The store of evidence packs of watches: 0 ok, 1 full, 2 unavailable', () =>
      STORE_STATES.indexOf(packs().store),
    );
    gauge('evidence_store_bytes', 'Size of the evidence packs of watches', () => packs().bytes);
    gauge('evidence_packs_waiting', 'Evidence packs of watches that are missing', () => packs().waiting);
  }
}

function databaseGauge(gauge: Metrics['gauge'], isAway: () => boolean) {
  gauge('watch_database_unavailable', '1 while the database of watches cannot be used', () =>
    Number(isAway()),
  );
}
