import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { serviceText } from '../../../core/texts/service-text.js';
import { countDown } from '../../../kit/client/retry.js';
import { slotsOf } from '../../../kit/lists/own-columns.js';
import type { Listed } from '../../../kit/lists/read-list.js';
import { EXIT, type ExitCode, ExitError } from '../../../kit/terminal/exit.js';
import { isFolder, makeFolder, writeFile } from '../../../kit/terminal/files.js';
import { type Field, openListing, printOne, type Table, tableOf } from '../../../kit/terminal/output.js';
import { indented, plainLine } from '../../../kit/terminal/plain-text.js';
import { anyQuery } from '../../../kit/terminal/query.js';
import { type ListOptions, readOwnList, skippedText } from '../../../kit/terminal/read-links.js';
import { askService, lazily, type Session } from '../../../kit/terminal/session.js';
import { eventFields, eventLines, titleOf, watchName } from '../event-texts.js';
import type { EventData, EventsData, WatchData, WatchesData, WatchImportData } from '../published.js';
import { CLIENT_HEADING, type ExportAuthors, importWatchesBy, MAX_EVENTS } from '../values.js';

const schema = lazily(() => import('../published.js'));

export interface WatchOptions {
  readonly interval?: number;
  readonly label?: string;
  readonly note?: string;
  readonly client?: string;
  readonly evidence?: WatchData['evidence'];
}

/** The fields of a watch that the user set by options. */
function watchFieldsOf({ interval: interval_hours, label, note, client, evidence }: WatchOptions) {
  return { interval_hours, label, note, client, evidence };
}

/** `watch add SUBJECT`: watches a place or a review, and prints the id of the watch. */
export async function addWatch(session: Session, text: string, options: WatchOptions): Promise<ExitCode> {
  const body = { subject: anyQuery(text), ...watchFieldsOf(options) };
  const watch = await askService(session, { path: 'watches', body }, schema('watchData'));
  if (session.format.kind !== 'text') return printOne(session, watch, watchTable(session));
  await session.print(`${plainLine(watch.id)}\n`);
  session.note(session.t('watch.added', { id: watch.id }));
  return EXIT.ok;
}

export type WatchListOptions = Readonly<Partial<Record<'state' | 'client' | 'find', string>>>;

/** `watch list`: the watches; watches that need attention come first. */
export async function listWatches(
  session: Session,
  _argument: string,
  { state, client, find }: WatchListOptions,
): Promise<ExitCode> {
  const listing = openListing(session, watchTable(session));
  const total = await eachWatch(session, { state, client, query: find }, listing.add);
  await listing.end({
    json: (watches) => ({ watches }),
    text: session.t('watch.count', { total }),
  });
  return EXIT.ok;
}

/** Reads all watches that match, and returns their number. A page may miss a watch that a new event moves: reads again. */
async function eachWatch(
  session: Session,
  query: Readonly<Record<string, string | undefined>>,
  take: (watch: WatchData) => Promise<void> | void,
): Promise<number> {
  const read = new Set<string>();
  for (let after: string | undefined, known = -1; ; ) {
    const asked = { path: 'watches', query: { limit: '500', ...query, after } };
    const { watches, total, next }: WatchesData = await askService(session, asked, schema('watchesData'));
    for (const watch of watches) if (!read.has(watch.id)) await take(watch);
    for (const { id } of watches) read.add(id);
    after = next ?? undefined;
    if (next !== null) continue;
    if (read.size >= total || read.size === known) return read.size;
    known = read.size;
  }
}

export interface WatchImportOptions extends ListOptions, Omit<WatchOptions, 'label'> {
  readonly kind: WatchData['kind'];
  readonly labels?: string;
}

const LISTED: Readonly<Record<WatchData['kind'], Listed>> = { place: 'places', review: 'reviews' };

/** `watch import FILE|-`: watches the subjects in a list. Subjects that are watched already stay as they are. */
export async function importWatches(
  session: Session,
  file: string,
  { kind, labels, ...options }: WatchImportOptions,
): Promise<ExitCode> {
  const { t, note } = session;
  const own = await readOwnList(session, file, LISTED[kind], options);
  if (own.list.skipped.length > 0) note(skippedText(own.list.skipped, LISTED[kind], t));
  const column = labels === undefined ? -1 : (own.table?.headings?.indexOf(labels) ?? -1);
  if (labels !== undefined && column < 0)
    throw new ExitError(EXIT.usage, t('list.noColumn', { column: labels, file }));
  const clients = own.table?.headings?.findIndex((text) => CLIENT_HEADING.test(text)) ?? -1;
  const watches = slotsOf(own.list, own.table).flatMap(({ own: cells, link }) => {
    const subject = link === null ? undefined : own.list.links[link]?.url;
    if (subject === undefined) return [];
    const cellsOf = { label: cells?.[column], client: cells?.[clients] };
    const given = Object.entries(cellsOf).flatMap(([name, cell]) =>
      cell == null ? [] : [[name, String(cell)]],
    );
    return [{ subject, ...watchFieldsOf(options), ...Object.fromEntries(given) }];
  });
  const send = (body: object): Promise<WatchImportData> =>
    askService(session, { path: 'watches/import', body }, schema('watchImportData'));
  const sum = await importWatchesBy(send, watches);
  await printOne(session, sum, importTable(session));
  return sum.refused.length === 0 ? EXIT.ok : EXIT.incomplete;
}

export interface WatchLogOptions
  extends Readonly<Partial<Record<'types' | 'client' | 'from' | 'to', string>>>,
    Readonly<Partial<Record<'since' | 'last' | 'stars', number>>> {
  readonly open?: true;
  readonly follow?: true;
}

const POLL_SECONDS = 15;

/**
 * `watch log [ID]`: the events of one watch or of all watches, the oldest first; with `--last` only the newest, with
 * `--follow` also later events.
 */
export async function logEvents(session: Session, id: string, options: WatchLogOptions): Promise<ExitCode> {
  const { since: first = 0, last, types, client, from, to, stars, open, follow = false } = options;
  const path = id === '' ? 'events' : `watches/${encodeURIComponent(id)}/events`;
  const listing = openListing(session, eventTable(session));
  const filter = { types, client, from, to, max_stars: stars?.toString(), done: open && 'false' };
  const read = (query: Record<string, string>): Promise<EventsData> =>
    askService(session, { path, query: { ...query, ...filter } }, schema('eventsData'));
  let since = first;
  if (last !== undefined) {
    const newest = await read({ since: String(since), limit: String(last), order: 'newest' });
    for (const event of newest.events.toReversed()) await listing.add(event);
    since = newest.next;
  }
  for (;;) {
    const { events, next } = await read({ since: String(since), limit: String(MAX_EVENTS) });
    for (const event of events) await listing.add(event);
    since = next;
    if (events.length === MAX_EVENTS) continue;
    if (!follow) break;
    await countDown(POLL_SECONDS, session.signal);
  }
  await listing.end({ json: (events) => ({ events, next: since }) });
  return EXIT.ok;
}

export interface WatchExportOptions {
  readonly format: keyof typeof EXPORT_TYPES;
  readonly all?: true;
  /** All watches of this client. */
  readonly client?: string;
  readonly from?: string;
  readonly to?: string;
  readonly authors?: ExportAuthors;
  /** The file of one record, or a folder; by default the current folder. */
  readonly out?: string;
}

const EXPORT_TYPES = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  json: 'application/json',
} as const;

/** `watch export ID…`: saves the record of each watch as a file. A failure ends the command; earlier files stay. */
export async function exportWatches(
  session: Session,
  argument: string,
  { format, all, client, out = '.', from, to, authors }: WatchExportOptions,
): Promise<ExitCode> {
  const { api, language: lang, signal, t, progress } = session;
  const given = argument.split(/\s+/).filter(Boolean);
  const isMany = all === true || client !== undefined;
  if (given.length > 0 === isMany) throw new ExitError(EXIT.usage, t('watch.exportWhich'));
  const ids = [...new Set(given)];
  if (isMany) await eachWatch(session, { client }, ({ id }) => void ids.push(id));
  const isFile = !isMany && ids.length === 1 && out !== '.' && !isFolder(out);
  if (!isFile) makeFolder(out, t);
  const listing = openListing(session, recordTable(session));
  for (const [index, id] of ids.entries()) {
    progress.show(t('watch.exporting'), index, ids.length);
    const query = { format, lang, from, to, authors };
    const path = `watches/${encodeURIComponent(id)}/export`;
    const record = await buffer(api.file({ path, query, signal }, EXPORT_TYPES[format]));
    // The id comes from the user or the service: it must not lead to another folder.
    const file = isFile ? out : join(out, `${id.replace(/[^\w-]/g, '')}.${format}`);
    writeFile(file, record, t);
    await listing.add({ watch_id: id, file });
  }
  progress.stop();
  await listing.end({ json: (records) => ({ records }) });
  return EXIT.ok;
}

function recordTable({ t }: Session): Table<{ watch_id: string; file: string }> {
  return tableOf<{ watch_id: string; file: string }>(
    t('watch.title'),
    [
      [t('watch.labels.watch'), ({ watch_id }) => watch_id],
      [t('evidence.file'), ({ file }) => file],
    ],
    ({ file }) => plainLine(file),
  );
}

function watchTable({ t, language }: Session): Table<WatchData> {
  const fields: readonly Field<WatchData>[] = [
    ['Id', ({ id }) => id],
    [t('labels.state'), ({ state }) => t(`watch.states.${state}`)],
    [t('watch.labels.label'), ({ label }) => label],
    [t('labels.place'), ({ place_name }) => place_name],
    [t('labels.author'), ({ author }) => author],
    [t('watch.labels.subject'), ({ subject }) => subject],
    [t('watch.labels.note'), ({ note }) => note],
    [t('watch.labels.client'), ({ client }) => client],
    [t('watch.labels.interval'), ({ interval_hours }) => interval_hours],
    [t('watch.labels.rating'), ({ rating }) => rating],
    [t('watch.labels.count'), ({ review_count }) => review_count],
    [t('labels.visible'), ({ visible }) => visible],
    [t('labels.notVisible'), ({ not_visible }) => not_visible],
    [t('watch.labels.unconfirmed'), ({ unconfirmed }) => unconfirmed],
    [t('watch.labels.notSeenLately'), ({ not_seen_lately }) => not_seen_lately],
    [t('watch.labels.coverage'), ({ coverage }) => coverage?.read ?? null],
    [t('labels.checkedAt'), ({ checked_at }) => checked_at],
    [t('watch.labels.nextCheck'), ({ next_check_at }) => next_check_at],
    [t('watch.labels.lastEvent'), ({ last_event_at }) => last_event_at],
    [t('watch.labels.trouble'), ({ trouble }) => trouble],
  ];
  const line = (watch: WatchData) => {
    const counts = t('watch.counts', {
      visible: watch.visible ?? '–',
      notVisible: watch.not_visible ?? '–',
    });
    return plainLine(
      `${watch.id}  ${t(`watch.states.${watch.state}`)}  ${watchName(language, watch)}. ${counts}`,
    );
  };
  return tableOf(t('watch.title'), fields, line);
}

function importTable({ t, language, polish }: Session): Table<WatchImportData> {
  const fields: readonly Field<WatchImportData>[] = [
    [t('watch.labels.added'), ({ added }) => added],
    [t('watch.labels.existing'), ({ existing }) => existing],
    [t('watch.labels.refused'), ({ refused }) => refused.length],
  ];
  const table = tableOf(t('watch.title'), fields);
  const reasons = ({ refused }: WatchImportData) =>
    refused
      .map((row) => [row.subject, serviceText(language, row, polish)].map(plainLine))
      .map(([subject, message]) => `\n?  ${subject}\n   ${message}`)
      .join('');
  return { ...table, text: (sum) => table.text(sum) + reasons(sum) };
}

function eventTable({ t, language }: Session): Table<EventData> {
  const text = (event: EventData) =>
    `${plainLine(`${event.at}  ${titleOf(language, event)}`)}\n${indented(eventLines(language, event).join('\n'))}\n`;
  return tableOf(t('watch.labels.events'), eventFields(language), text);
}
