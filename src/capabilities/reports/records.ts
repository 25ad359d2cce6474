import type { ReadStream } from 'node:fs';
import { sql } from 'kysely';
import type { Call } from '../../core/api/endpoints/endpoint.js';
import { AppError, INTERNAL_ERROR, INVALID_REQUEST, isAppError } from '../../core/errors.js';
import type { Language } from '../../core/published/language.js';
import type { Scope } from '../../core/runtime/scope.js';
import { datedName, evidenceDisplayName, evidenceFileName } from '../../kit/lists/file-name.js';
import { WATCH_NOT_FOUND } from '../watch/errors.js';
import { knownClient, type LocalTime, placeName, selectEvents } from '../watch/publish-watch.js';
import type { Database } from '../watch/schema.js';
import type { EvidenceStore } from './evidence-store.js';
import { type ExportOptions, exportOf } from './export-record.js';
import { message } from './messages.js';
import type { RecordFormat, WatchExportData } from './published.js';
import { type Evidence, PACK_LANGUAGE } from './record-evidence.js';
import { watchTexts } from './texts.js';

interface RecordsOptions {
  readonly db: Database;
  /** Null = this service stores no packs. */
  readonly store: EvidenceStore | null;
  readonly evidence: Pick<Evidence, 'print' | 'key' | 'zip'>;
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

/** Watches whose records one ZIP has at most: a PDF takes about a second. */
export const MAX_RECORDS = 100;
/** Points of a record. */
export const EXPORT_POINTS = 5;
const FORMATS = ['pdf', 'xlsx'] as const;

/** The watches of `client`, or the watches with these ids. */
interface RecordsOf extends ExportOptions {
  readonly client?: string | undefined;
  readonly ids?: readonly string[] | undefined;
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
      { format, ...wanted }: ExportOptions & { readonly format: RecordFormat },
      scope: Pick<Scope, 'signal' | 'client'>,
    ): Promise<Awaited<ReturnType<typeof fileOf>>> =>
      fileOf(await read(owner, id, wanted), wanted.lang, format, scope),
    /** The records of several watches as a ZIP. @throws AppError `invalid_request`, `rate_limited` */
    exportMany,
  };

  /** Makes the file of a record. */
  async function fileOf(
    data: WatchExportData,
    language: Language,
    format: RecordFormat,
    scope: Pick<Scope, 'signal' | 'client'>,
  ) {
    const bytes = new Uint8Array(await write(data, language, format, scope));
    const sha256 = await sha256Of(bytes);
    return { name: fileName(data, language, format), bytes, sha256, error: null };
  }

  /** Up to 100 watches of a client or of a list. @throws AppError `invalid_request` */
  async function watchesOf(owner: string, { client, ids }: RecordsOf) {
    await knownClient(db, owner, client);
    const own = db.selectFrom('watch').select(['id', 'label', 'place']).where('owner', '=', owner);
    const some = ids === undefined ? own.where('client', '=', client ?? null) : own.where('id', 'in', ids);
    const rows = await some
      .orderBy('created_at')
      .orderBy('id')
      .limit(MAX_RECORDS + 1)
      .execute();
    const known = new Set(rows.map(({ id }) => id));
    const at = ids?.findIndex((id) => !known.has(id)) ?? -1;
    if (at >= 0) throw new AppError(INVALID_REQUEST, message('watchNotFound'), { field: `ids[${at}]` });
    if (rows.length <= MAX_RECORDS) return rows;
    throw new AppError(INVALID_REQUEST, message('tooManyRecords', { most: MAX_RECORDS }), {
      field: 'client',
    });
  }

  /** PDF and XLSX of several watches, each made when the client has read the one before, and a manifest of them. */
  async function exportMany(
    owner: string,
    { client, ids, ...wanted }: RecordsOf,
    { scope, charge }: Pick<Call, 'scope' | 'charge'>,
  ) {
    const watches = await watchesOf(owner, { client, ids, ...wanted });
    await charge(watches.length * EXPORT_POINTS);
    const key = await evidence.key().catch(() => null);
    const at = new Date(now());
    const t = watchTexts(wanted.lang);
    const name = `${datedName([t('record.file'), client ?? null], at)}.zip`;
    return { name, parts: await evidence.zip(entries(), at) };

    async function* entries() {
      const records: object[] = [];
      const missing: string[] = [];
      for (const [index, { id: watch_id, label, place }] of watches.entries()) {
        const data = await read(owner, watch_id, wanted).catch(failureOf);
        for (const format of FORMATS) {
          const made =
            'error' in data ? data : await fileOf(data, wanted.lang, format, scope).catch(failureOf);
          const { name: ending, bytes, sha256, error } = made;
          const file = ending && `${String(index + 1).padStart(3, '0')}-${ending}`;
          const about = { watch_id, name: label ?? placeName(place), format, file };
          records.push({ ...about, bytes: bytes?.length ?? null, sha256, error });
          if (file !== null && bytes !== null) yield { path: file, bytes };
          else missing.push(`${about.name ?? watch_id} (${format.toUpperCase()}): ${error?.code}`);
        }
      }
      const text = Buffer.from([t('record.missing'), ...missing, ''].join('\n'));
      const file = t('record.missingFile');
      if (missing.length > 0) yield { path: file, bytes: text };
      const list = missing.length === 0 ? null : { file, bytes: text.length, sha256: await sha256Of(text) };
      const { from = null, to = null, authors } = wanted;
      const made = {
        format: 'place-lookup-records/1',
        made_at_utc: at.toISOString(),
        key_id: key?.id ?? null,
      };
      const manifest = { ...made, client: client ?? null, from, to, authors, records, missing: list };
      const bytes = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
      yield { path: 'manifest.json', bytes };
      if (key !== null) yield { path: 'signature.json', bytes: key.sign(bytes) };
    }

    /** A record that cannot be made is listed; the other records are made. */
    function failureOf(thrown: unknown) {
      scope.signal.throwIfAborted();
      if (!isAppError(thrown)) scope.log.error({ err: thrown }, 'a record of a watch was not made');
      const failure = new AppError(INTERNAL_ERROR, message('unexpectedFailure'));
      const { code, message: text, reason } = isAppError(thrown) ? thrown : failure;
      return { name: null, bytes: null, sha256: null, error: { code, message: text, reason } };
    }
  }

  async function write(
    data: WatchExportData,
    language: Language,
    format: RecordFormat,
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

async function sha256Of(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
}

function fileName({ watch, to }: WatchExportData, language: Language, format: string): string {
  return `${datedName([watchTexts(language)('record.file'), watch.label ?? watch.place_name], to)}.${format}`;
}
