import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { KyselyPlugin } from 'kysely';
import type { Evidence } from '../../src/capabilities/evidence/packs.js';
import { openNotify } from '../../src/capabilities/notify/notify-service.js';
import { openReports } from '../../src/capabilities/reports/report-service.js';
import type { Schema } from '../../src/capabilities/watch/schema.js';
import { watchCounters } from '../../src/capabilities/watch/watch.js';
import { openWatch } from '../../src/capabilities/watch/watch-service.js';
import { WATCH_TABLES } from '../../src/capabilities/watch/watch-tables.js';
import { createLocalTime } from '../../src/core/api/local-time.js';
import { AppError, PROVIDER_UNAVAILABLE } from '../../src/core/errors.js';
import { classifyQuery } from '../../src/core/identifiers/classify.js';
import type { FeatureId } from '../../src/core/identifiers/feature-id.js';
import { createReviewLinkResolver } from '../../src/core/places/share-links.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { createMetrics } from '../../src/core/runtime/metrics.js';
import { openDatabase } from '../../src/kit/store/open-database.js';
import { storageOf } from '../../src/kit/store/storage.js';
import { READY_SERVICES } from './http-only.js';
import { madeUp } from './made-up.js';
import { readingOf } from './place-reading.js';
import { readConfig } from './read-config.js';

export const PLACES = [
  'ChIJJz6dChxbFkcRFk6Qq9KBXD8',
  'ChIJD3uTd9hx5kcR1IQvGfr8dbk',
  'ChIJLU7jZClu5kcR4PcOOO6p3I0',
];
/** A whole link: it is a subject without any lookup. */
export const REVIEW =
  'https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sChZDSUhNMG9nS0VJQ0FnSUN3d2NYV0VREAE!2m1!1s0x0:0x3f5c81d2ab904e16!3m1!1s2@1:CIHM0ogKEICAgICwwcXWEQ%7C0cDm';
/** One load decides it; the invented review above needs controls as well. */
export const VISIBLE_REVIEW = 'https://maps.app.goo.gl/RevVisible';
const CANDIDATES = ['0x1:0x1', '0x1:0x2'].map((featureId) => ({
  ...{ featureId: featureId as FeatureId, name: 'Kilka', address: null, rating: null },
}));

const unreachable = () =>
  Promise.reject(new AppError(PROVIDER_UNAVAILABLE, madeUp('No answer.'), { retryAfterSeconds: 10 }));

/** Jobs of clients; none by default. */
type ClientJobs = Parameters<typeof openNotify>[0]['jobs'];

/** `hasRoom`: whether the disk has more than its reserve left. */
type ProviderOfTest = { hasRoom: () => boolean } & Pick<
  Parameters<typeof openWatch>[0],
  'reviews' | 'bulk' | 'now' | 'keys' | 'jobs'
> &
  Pick<typeof READY_SERVICES.finder, 'findDetails'>;

/**
 * The watch over an SQLite file of its own. The provider is out of reach, but names of places are known; `provider` has
 * use cases and the clock of a test that makes checks.
 */
export async function startWatching(
  settings: Record<string, string> = {},
  evidence: Pick<Evidence, 'key' | 'make' | 'print' | 'sealRecord'> = READY_SERVICES.evidence,
  {
    findDetails = READY_SERVICES.finder.findDetails,
    clientJobs = null,
    plugin,
    ...provider
  }: Partial<ProviderOfTest> & { clientJobs?: ClientJobs; plugin?: KyselyPlugin } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'watching-'));
  const log = createLogger('silent');
  const url = settings.DATABASE_URL ?? `sqlite:${join(folder, 'watch.db')}`;
  const config = readConfig({ ...settings, DATABASE_URL: url });
  const { folder: packs } = storageOf(config);
  const find: typeof READY_SERVICES.finder.find = async (text) => {
    const query = classifyQuery(text);
    const found = {
      ...({ source: 'place_id', featureId: '0x1:0x2' as FeatureId } as const),
      cache: { outcome: 'none', ageSeconds: 0 } as const,
    };
    if (query.kind === 'place_id') return { ...found, placeId: query.placeId, candidates: [] };
    const isSearch = query.kind === 'map_url' && 'text' in query.target;
    if (isSearch) return { ...found, source: 'search_result', placeId: PLACES[2] ?? '', candidates: [] };
    if (query.kind !== 'name') return unreachable();
    return { ...found, placeId: PLACES[2] ?? '', candidates: text === 'Kilka' ? CANDIDATES : [] };
  };
  const detailsOf: typeof READY_SERVICES.finder.detailsOf = async () => {
    const reading = { ...readingOf({ name: 'Pierogarnia', address: 'ul. Zmyślona 1' }), notices: [] };
    const known = { featureId: '0x1:0x2' as FeatureId, placeId: PLACES[2] ?? '', candidates: [] };
    return { ...known, reading, source: 'place_id', cache: { outcome: 'none', ageSeconds: 0 } };
  };
  const opening = await openDatabase<Schema>({ url, tables: WATCH_TABLES, log });
  const db = plugin === undefined ? opening.db : opening.db.withPlugin(plugin);
  const database = { ...opening, db, hasRoom: provider.hasRoom ?? opening.hasRoom };
  const opened = await openWatch({
    ...READY_SERVICES,
    metrics: watchCounters(createMetrics()),
    database,
    keys: null,
    jobs: null,
    finder: { findDetails, find, detailsOf },
    resolveReview: createReviewLinkResolver(unreachable),
    config,
    isProviderBlocked: () => false,
    localTime: createLocalTime(config.TIME_ZONE),
    log,
    ...provider,
  });
  const { watch } = opened;
  const parts = {
    watch,
    config,
    metrics: createMetrics(),
    localTime: createLocalTime(config.TIME_ZONE),
    log,
  };
  const notify = await openNotify({ ...parts, jobs: clientJobs });
  const reports = await openReports({ ...parts, evidence, folder: packs });
  const close = async () => {
    await Promise.all([opened.stop(), notify.stop(), reports.stop()]);
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    watch: { ...watch, ...notify.own, ...reports.own, packs: reports.state },
    /** Makes the checks and deliveries that are due. */
    tick: async () => {
      await opened.tick();
      await notify.tick();
    },
    folder,
    /** Starts the workers of the watch, retention among them. */
    start: () => opened.start(),
    /** The same database: for what checks would write. */
    db,
    database,
    close,
    [Symbol.asyncDispose]: close,
  };
}
