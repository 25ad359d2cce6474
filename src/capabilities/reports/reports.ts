import { capability } from '../../core/capability.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import { DATA_SETTINGS } from '../../kit/store/settings.js';
import { dataOf } from '../../kit/store/storage.js';
import { evidence } from '../evidence/evidence.js';
import { jobs } from '../jobs/jobs.js';
import { watch } from '../watch/watch.js';
import * as records from './endpoints.js';
import { MESSAGES } from './messages.js';
import { REPORTS_READINESS } from './published.js';
import type { EvidenceState } from './record-evidence.js';
import { REPORT_SETTINGS } from './settings.js';

const STORE_STATES = ['ok', 'full', 'unavailable'];

/** Records of watches as files, their packs, and the data about an author. */
export const reports = capability({
  name: 'reports',
  messages: MESSAGES,
  settings: [REPORT_SETTINGS, DATA_SETTINGS],
  checks: REPORTS_READINESS,
  endpoints: [
    records.eventEvidence,
    records.watchExport,
    records.clientExport,
    records.forgetAuthor,
    records.readAuthorData,
  ],
  needs: { evidence, jobs, watch },
  open: async (core, { watch: below, evidence: packs }) => {
    if (below.watch === null) return { own: { ...below, watch: null } };
    const { folder } = (await dataOf(core)).storage;
    const { openReports } = await import('./report-service.js');
    const parts = { ...core, watch: below.watch, evidence: packs, folder };
    const { own, state, start, stop } = await openReports(parts);
    if (state !== null) packGauges(core.metrics, state);
    const checks = () => (state === null ? {} : { evidence_store: state().store });
    return { own: { ...below, watch: own }, start, stop, checks };
  },
});

/** Defines the gauges of the packs of watches. */
export function packGauges({ gauge }: Pick<Metrics, 'gauge'>, state: () => EvidenceState) {
  gauge('evidence_store_state', 'The store of evidence packs of watches: 0 ok, 1 full, 2 unavailable', () =>
    STORE_STATES.indexOf(state().store),
  );
  gauge('evidence_store_bytes', 'Size of the evidence packs of watches', () => state().bytes);
  gauge('evidence_packs_waiting', 'Evidence packs of watches that are missing', () => state().waiting);
}
