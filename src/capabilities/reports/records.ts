import type { Call } from '../../core/api/endpoints/endpoint.js';
import { AppError, INVALID_REQUEST } from '../../core/errors.js';
import type { Language } from '../../core/published/language.js';
import type { Scope } from '../../core/runtime/scope.js';
import { createTurns } from '../../core/runtime/turns.js';
import { datedName, evidenceFileNames } from '../../kit/lists/file-name.js';
import { WATCH_NOT_FOUND } from '../watch/errors.js';
import { knownClient, type LocalTime, placeName, selectEvents } from '../watch/publish-watch.js';
import type { Database } from '../watch/schema.js';
import { clientJson, clientRecord } from './client-record.js';
import type { EvidenceStore } from './evidence-store.js';
import { message } from './messages.js';
import type { ClientExportData, WatchExportData } from './published.js';
import { type ExportOptions, recordAt } from './record-at.js';
import { type Evidence, PACK_LANGUAGE } from './record-evidence.js';
import { watchTexts } from './texts.js';

interface RecordsOptions {
  readonly db: Database;
  /** Null = this service stores no packs. */
  readonly store: EvidenceStore | null;
  readonly evidence: Pick<Evidence, 'key' | 'print' | 'sealRecord'>;
  readonly localTime: LocalTime;
  readonly timeZone: string;
  readonly operator: string | null;
  readonly now: () => number;
}

/** Maximum watches whose records are in one file. */
export const MAX_RECORDS = 100;
/** Points of a record. */
export const EXPORT_POINTS = 5;

type Format = 'pdf' | 'xlsx' | 'json' | 'zip';
type Names = Map<string, string>;
type FileScope = Pick<Scope, 'signal' | 'client'>;

/** Packs, records and data of authors, which clients download. */
export function createRecords(options: RecordsOptions) {
  const { db, store, evidence, localTime, timeZone, operator, now } = options;
  const read = (owner: string, id: string, wanted: ExportOptions, scope: FileScope, pseudonyms?: Names) =>
    recordAt({ db, localTime, timeZone, operator, now: now(), pseudonyms, scope }, owner, id, wanted);

  /** The makers of files. They are loaded with the first file. */
  const makers = {
    pdf: async (data: WatchExportData | ClientExportData, language: Language, scope: FileScope) => {
      const { clientHtml, exportHtml } = await import('./export-pdf.js');
      const page = 'records' in data ? await clientHtml(data, language) : exportHtml(data, language);
      return evidence.print(page, scope);
    },
    xlsx: async (data: WatchExportData | ClientExportData, language: Language) => {
      const { exportBlob } = await import('./export-xlsx.js');
      return new Uint8Array(await (await exportBlob(data, language)).arrayBuffer());
    },
  };

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
      return { parts, ...evidenceFileNames(localTime(event.at), PACK_LANGUAGE, about) };
    },
    /** The record of a watch in a period. @throws AppError `watch_not_found` */
    exportOf: read,
    /** The record as a file. @throws AppError `watch_not_found`, `browser_unavailable` */
    exportFile: async (
      owner: string,
      id: string,
      { format, ...wanted }: ExportOptions & { readonly format: 'pdf' | 'xlsx' },
      scope: FileScope,
    ) => {
      const data = await read(owner, id, wanted, scope);
      const name = fileName(data.watch.label ?? data.watch.place_name, data.to, wanted.lang, format);
      return { name, parts: [await makers[format](data, wanted.lang, scope)] };
    },
    /**
     * The record of a client as one file. `zip`: the record in all formats, signed.
     * @throws AppError `invalid_request`, `rate_limited`, `browser_unavailable`, `evidence_unavailable`
     */
    clientFile: async (
      owner: string,
      client: string,
      { format, ...wanted }: ExportOptions & { readonly format: Format },
      { scope, charge }: Pick<Call, 'scope' | 'charge'>,
    ) => {
      if (format === 'zip') await evidence.key();
      const [first = '', ...others] = await watchesOf(owner, client);
      await charge((1 + others.length) * EXPORT_POINTS);
      const pseudonyms = new Map<string, string>();
      const records = [await read(owner, first, wanted, scope, pseudonyms)] as const;
      const more: WatchExportData[] = [];
      for (const id of others) more.push(await read(owner, id, wanted, scope, pseudonyms));
      const data = clientRecord(client, [...records, ...more]);
      const name = fileName(client, data.to, wanted.lang, format);
      if (format === 'json') return { name, parts: clientJson(data) };
      if (format !== 'zip') return { name, parts: [await makers[format](data, wanted.lang, scope)] };
      const json: string[] = [];
      const turn = createTurns(scope);
      for (const part of clientJson(data)) {
        json.push(part);
        await turn();
      }
      const files = [
        { path: 'record.pdf', bytes: await makers.pdf(data, wanted.lang, scope) },
        { path: 'record.xlsx', bytes: await makers.xlsx(data, wanted.lang) },
        { path: 'record.json', bytes: Buffer.from(json.join('')) },
      ];
      const { from, to } = data;
      return { name, parts: await evidence.sealRecord({ client, from, to }, files, scope) };
    },
  };

  /** The ids of the watches of a client. @throws AppError `invalid_request` */
  async function watchesOf(owner: string, client: string): Promise<string[]> {
    await knownClient(db, owner, client);
    const own = db.selectFrom('watch').select('id').where('owner', '=', owner).where('client', '=', client);
    const sorted = own.orderBy('created_at').orderBy('id');
    const rows = await sorted.limit(MAX_RECORDS + 1).execute();
    if (rows.length <= MAX_RECORDS) return rows.map(({ id }) => id);
    const tooMany = message('tooManyRecords', { most: MAX_RECORDS });
    throw new AppError(INVALID_REQUEST, tooMany, { field: 'client' });
  }
}

function fileName(about: string | null, to: string, language: Language, format: Format): string {
  return `${datedName([watchTexts(language)('record.file'), about], to)}.${format}`;
}
