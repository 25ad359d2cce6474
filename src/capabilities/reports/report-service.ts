import { join } from 'node:path';
import type { Core } from '../../core/capability.js';
import { settingsOf } from '../../core/config/config.js';
import { makeTables } from '../../kit/store/make-tables.js';
import { PACKS_FOLDER } from '../../kit/store/storage.js';
import type { WatchOwn } from '../watch/endpoints.js';
import { createEvidenceStore } from './evidence-store.js';
import { PACK_TABLES } from './pack-tables.js';
import { createEvidenceRecorder, type Evidence } from './record-evidence.js';
import { createRecords } from './records.js';
import { REPORT_SETTINGS } from './settings.js';

/** `folder`: below which packs are kept; null = none are kept. */
type ReportOptions = Pick<Core, 'config' | 'localTime' | 'log'> & {
  readonly watch: NonNullable<WatchOwn['watch']>;
  readonly evidence: Pick<Evidence, 'key' | 'make' | 'print' | 'sealRecord'>;
  readonly folder: string | null;
};

/** What the endpoints use. */
export type Reports = Awaited<ReturnType<typeof openReports>>['own'];

/** Makes packs beside the checks of the watch, and the files of its record. */
export async function openReports({ watch, evidence, config, folder, localTime, log }: ReportOptions) {
  const { database, replica, usable, now, guarded, add } = watch.record;
  const { db } = database;
  await makeTables(database, PACK_TABLES);
  const maxBytes = settingsOf(config, REPORT_SETTINGS).EVIDENCE_MAX_MB * 1_000_000;
  const store =
    folder === null ? null : createEvidenceStore({ folder: join(folder, PACKS_FOLDER), maxBytes, log, now });
  const recorder =
    store &&
    createEvidenceRecorder({
      ...{ db, store, evidence, replica, log, now, hasRoom: database.hasRoom },
      usable: () => [...usable().keys()],
    });
  if (store !== null) add({ removePack: store.remove });
  const { TIME_ZONE: timeZone, OPERATOR_NAME: name, OPERATOR_CONTACT: contact } = config;
  const operator = [name, contact].filter(Boolean).join(', ') || null;
  const records = createRecords({ db, store, evidence, localTime, now, timeZone, operator });
  const { ownerOf, forget, dataOfAuthor } = watch;
  return {
    own: { ownerOf, forget, dataOfAuthor, ...guarded(records) },
    /** The evidence packs of watches, as of the last look; null = this service keeps none. */
    state: recorder?.state ?? null,
    start: () => recorder?.start(),
    stop: async () => recorder?.close(),
  };
}
