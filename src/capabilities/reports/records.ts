import type { Call } from '../../core/api/endpoints/endpoint.js';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
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
  readonly evidence: Pick<Evidence, 'print'>;
  readonly localTime: LocalTime;
  readonly timeZone: string;
  readonly now: () => number;
}

/** Maximum watches whose records are in one file. */
export const MAX_RECORDS = 100;
/** Points of a record. */
export const EXPORT_POINTS = 5;

interface FileOptions extends ExportOptions {
  readonly format: RecordFormat;
}

/** Packs, records and data of authors, which clients download. */
export function createRecords(options: RecordsOptions) {
  const { db, store, evidence, localTime, timeZone, now } = options;
  const read = (
    owner: string,
    id: string,
    wanted: ExportOptions,
    scope: Pick<Scope, 'signal' | 'client'>,
    pseudonyms?: Map<string, string>,
  ) => exportOf({ db, localTime, timeZone, now: now(), pseudonyms, scope }, owner, id, wanted);

  return {
    /**
     * The stored pack of an event, and the names of its file: in ASCII, and in the letters of place and author.
     * @throws AppError `watch_not_found` if the event has no pack
     */
    evidenceOf: async (owner: string, eventId: string) => {
      const events = selectEvents(db).where('event.owner', '=', owner).where('event.id', '=', eventId);
      const event = await events.executeTakeFirst();
      const parts = event?.evidence == null ? null : await store?.open(event.evidence);
      if (event === undefined || parts == null) throw new AppError(WATCH_NOT_FOUND, message('packMissing'));
      const about = { place: placeName(event.place), author: event.author };
      const at = localTime(event.at);
      const name = evidenceFileName(at, PACK_LANGUAGE, about);
      return { parts, name, displayName: evidenceDisplayName(at, PACK_LANGUAGE, about) };
    },
    /** The record of a watch in a period. @throws AppError `watch_not_found` */
    exportOf: read,
    /** The record as a file. @throws AppError `watch_not_found`, `browser_unavailable` */
    exportFile: async (
      owner: string,
      id: string,
      { format, ...wanted }: FileOptions,
      scope: Pick<Scope, 'signal' | 'client'>,
    ) => {
      const data = await read(owner, id, wanted, scope);
      const { watch, to } = data;
      return {
        name: fileName(watch.label ?? watch.place_name, to, wanted.lang, format),
        bytes: await fileOf([data], { lang: wanted.lang, format, client: null }, scope),
      };
    },
    /**
     * The records of all watches of a client as one file.
     * @throws AppError `invalid_request`, `rate_limited`, `browser_unavailable`
     */
    clientFile: async (
      owner: string,
      client: string,
      { format, ...wanted }: FileOptions,
      { scope, charge }: Pick<Call, 'scope' | 'charge'>,
    ) => {
      const ids = await watchesOf(owner, client);
      await charge(ids.length * EXPORT_POINTS);
      const pseudonyms = new Map<string, string>();
      const records: WatchExportData[] = [];
      for (const id of ids) records.push(await read(owner, id, wanted, scope, pseudonyms));
      const to = records[0]?.to ?? localTime(now());
      return {
        name: fileName(client, to, wanted.lang, format),
        bytes: await fileOf(records, { lang: wanted.lang, format, client }, scope),
      };
    },
  };

  /** The ids of the watches of a client. @throws AppError `invalid_request` */
  async function watchesOf(owner: string, client: string): Promise<string[]> {
    await knownClient(db, owner, client);
    const own = db.selectFrom('watch').select('id').where('owner', '=', owner).where('client', '=', client);
    const rows = await own
      .orderBy('created_at')
      .orderBy('id')
      .limit(MAX_RECORDS + 1)
      .execute();
    if (rows.length <= MAX_RECORDS) return rows.map(({ id }) => id);
    throw new AppError(INVALID_REQUEST, message('tooManyRecords', { most: MAX_RECORDS }), {
      field: 'client',
    });
  }

  /** `client` null = the record of one watch. */
  async function fileOf(
    records: readonly WatchExportData[],
    { lang, format, client }: Pick<FileOptions, 'lang' | 'format'> & { readonly client: string | null },
    scope: Pick<Scope, 'signal' | 'client'>,
  ): Promise<Uint8Array> {
    if (format === 'xlsx') {
      const { exportBlob } = await import('./export-xlsx.js');
      return new Uint8Array(await (await exportBlob(records, lang, client)).arrayBuffer());
    }
    const { clientHtml, exportHtml } = await import('./export-pdf.js');
    const [first] = records;
    const isOne = client === null && first !== undefined;
    return evidence.print(
      isOne ? exportHtml(first, lang) : await clientHtml(client ?? '', records, lang),
      scope,
    );
  }
}

function fileName(about: string | null, to: string, language: Language, format: RecordFormat): string {
  return `${datedName([watchTexts(language)('record.file'), about], to)}.${format}`;
}
