import type { ReadStream } from 'node:fs';
import { AppError } from '../contract/errors.js';
import type { Language } from '../contract/language.js';
import { message } from '../contract/messages.js';
import type { AuthorData, WatchExportData } from '../contract/watch-export.js';
import type { Evidence } from '../evidence/evidence.js';
import { datedName } from '../lists/file-name.js';
import type { Scope } from '../runtime/scope.js';
import type { EvidenceStore } from './evidence-store.js';
import { type ExportOptions, exportOf } from './export.js';
import { exportTexts } from './export-texts.js';
import { dataOfAuthor, type ForgottenRecord, forget } from './forget.js';
import type { LocalTime } from './published.js';
import type { Database } from './schema.js';

interface RecordsOptions {
  readonly db: Database;
  /** Null = this service stores no packs. */
  readonly store: EvidenceStore | null;
  readonly evidence: Pick<Evidence, 'print'>;
  readonly localTime: LocalTime;
  readonly timeZone: string;
  readonly now: () => number;
}

/** Packs, records and data of authors, which clients download. */
export function createRecords(options: RecordsOptions) {
  const { db, store, evidence, localTime, timeZone, now } = options;
  const open = async (name: string | null | undefined): Promise<ReadStream> => {
    const pack = name == null ? null : await store?.open(name);
    if (pack == null) throw new AppError('watch_not_found', message('watchNotFound'));
    return pack;
  };
  const read = (owner: string, id: string, wanted: ExportOptions): Promise<WatchExportData> =>
    exportOf({ db, localTime, timeZone, now: now() }, owner, id, wanted);

  return {
    /** The pack of an event. @throws AppError `watch_not_found` if the event has no pack */
    evidenceOf: async (owner: string, eventId: string): Promise<ReadStream> => {
      const event = await db
        .selectFrom('event')
        .select('evidence')
        .where('owner', '=', owner)
        .where('id', '=', eventId)
        .executeTakeFirst();
      return open(event?.evidence);
    },
    /** The pack of the first sighting of a review. @throws AppError `watch_not_found` if the review has no pack */
    firstSightingOf: async (owner: string, watchId: string, reviewId: string): Promise<ReadStream> => {
      const review = await db
        .selectFrom('review')
        .innerJoin('watch', 'watch.id', 'review.watch_id')
        .select('review.evidence')
        .where('watch.owner', '=', owner)
        .where('review.watch_id', '=', watchId)
        .where('review.review_id', '=', reviewId)
        .executeTakeFirst();
      return open(review?.evidence);
    },
    /** The record of a watch in a period. @throws AppError `watch_not_found` */
    exportOf: read,
    /** The record as a file. @throws AppError `watch_not_found`, `browser_unavailable` */
    exportFile: async (
      owner: string,
      id: string,
      { format, ...wanted }: ExportOptions & { readonly format: 'pdf' | 'xlsx' },
      scope: Pick<Scope, 'signal' | 'client'>,
    ): Promise<{ readonly name: string; readonly bytes: Uint8Array }> => {
      const data = await read(owner, id, wanted);
      return {
        name: fileName(data, wanted.lang, format),
        bytes: await write(data, wanted.lang, format, scope),
      };
    },
    /** Deletes what is stored about an author, and keeps it from coming back. @throws AppError `invalid_request` */
    forget: (owner: string, author: string): Promise<ForgottenRecord> =>
      forget({ db, store, now: now() }, owner, author),
    /** All that is stored about an author. @throws AppError `invalid_request` */
    dataOfAuthor: (owner: string, author: string): Promise<AuthorData> =>
      dataOfAuthor({ db, localTime }, owner, author),
  };

  async function write(
    data: WatchExportData,
    language: Language,
    format: string,
    scope: Pick<Scope, 'signal' | 'client'>,
  ) {
    if (format === 'xlsx') {
      const { exportBlob } = await import('./export-xlsx.js');
      return new Uint8Array(await (await exportBlob(data, language)).arrayBuffer());
    }
    const { exportHtml } = await import('./export-pdf.js');
    return evidence.print(exportHtml(data, language), scope);
  }
}

function fileName({ watch, to }: WatchExportData, language: Language, format: string): string {
  return `${datedName([exportTexts(language).file, watch.label ?? watch.place_name], to)}.${format}`;
}
