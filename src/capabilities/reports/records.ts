import type { ReadStream } from 'node:fs';
import { sql } from 'kysely';
import { AppError } from '../../core/errors.js';
import type { Language } from '../../core/published/language.js';
import type { Scope } from '../../core/runtime/scope.js';
import { datedName, evidenceDisplayName, evidenceFileName } from '../../kit/lists/file-name.js';
import { WATCH_NOT_FOUND } from '../watch/errors.js';
import { type LocalTime, placeName, selectEvents } from '../watch/publish-watch.js';
import type { Database } from '../watch/schema.js';
import type { EvidenceStore } from './evidence-store.js';
import { type ExportOptions, exportOf } from './export-record.js';
import { message } from './messages.js';
import type { WatchExportData } from './published.js';
import { type Evidence, PACK_LANGUAGE } from './record-evidence.js';
import { watchTexts } from './texts.js';

interface RecordsOptions {
  readonly db: Database;
  /** Null = this service stores no packs. */
  readonly store: EvidenceStore | null;
  readonly evidence: Pick<Evidence, 'print'>;
  readonly localTime: LocalTime;
  readonly timeZone: string;
  readonly now: () => number;
}

/** A row with a pack, and what the name of its file says. */
interface PackOf {
  readonly evidence: string | null;
  /** Milliseconds since 1970. */
  readonly at: number | null;
  /** JSON of `PlaceState`. */
  readonly place: string | null;
  readonly author: string | null;
}

/** A stored pack, and the names of its file: in ASCII, and in the letters of place and author. */
export interface StoredPack {
  readonly parts: ReadStream;
  readonly name: string;
  readonly displayName: string;
}

/** Packs, records and data of authors, which clients download. */
export function createRecords(options: RecordsOptions) {
  const { db, store, evidence, localTime, timeZone, now } = options;
  /** Opens the pack of a row. `at`: when the review was seen, or found missing. */
  const open = async (row: PackOf | undefined): Promise<StoredPack> => {
    const parts = row?.evidence == null ? null : await store?.open(row.evidence);
    if (row === undefined || parts == null) throw new AppError(WATCH_NOT_FOUND, message('watchNotFound'));
    const about = { place: placeName(row.place), author: row.author };
    const at = localTime(row.at ?? 0);
    const name = evidenceFileName(at, PACK_LANGUAGE, about);
    return { parts, name, displayName: evidenceDisplayName(at, PACK_LANGUAGE, about) };
  };
  const read = (owner: string, id: string, wanted: ExportOptions): Promise<WatchExportData> =>
    exportOf({ db, localTime, timeZone, now: now() }, owner, id, wanted);

  return {
    /** The pack of an event. @throws AppError `watch_not_found` if the event has no pack */
    evidenceOf: async (owner: string, eventId: string): Promise<StoredPack> => {
      const event = selectEvents(db).where('event.owner', '=', owner).where('event.id', '=', eventId);
      return open(await event.executeTakeFirst());
    },
    /** The pack of the first sighting of a review. @throws AppError `watch_not_found` if the review has no pack */
    firstSightingOf: async (owner: string, watchId: string, reviewId: string): Promise<StoredPack> => {
      const { rows } =
        await sql<PackOf>`select review.evidence, review.first_seen_at as at, watch.place, first.author
        from review join watch on watch.id = review.watch_id
          left join review_version as first on first.watch_id = review.watch_id
            and first.review_id = review.review_id and first.number = 1
        where watch.owner = ${owner} and review.watch_id = ${watchId}
          and review.review_id = ${reviewId}`.execute(db);
      return open(rows[0]);
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
  return `${datedName([watchTexts(language)('record.file'), watch.label ?? watch.place_name], to)}.${format}`;
}
