import { jsonParts } from '../../core/runtime/json-parts.js';
import type { EventType } from '../watch/published.js';
import { CHANGE_KINDS, type ChangeKind, type ClientExportData, type WatchExportData } from './published.js';

const KIND_OF: Readonly<Partial<Record<EventType, ChangeKind>>> = {
  'review.not_visible': 'lost',
  'review.missing': 'missing',
  'review.visible_again': 'back',
  'review.edited': 'changed',
  'review.appeared': 'added',
};

export function kindOf(type: EventType): ChangeKind {
  const byTopic = type.startsWith('reply.') ? 'replies' : type.startsWith('watch.') ? 'trouble' : 'place';
  return KIND_OF[type] ?? byTopic;
}

type Records = readonly [WatchExportData, ...WatchExportData[]];

/** The kinds of changes of a subject: a failed check does not count as a change. */
const OF_SUBJECT = CHANGE_KINDS.filter((kind) => kind !== 'trouble');

/** What the checks of a single review look at. */
const OF_REVIEW: readonly ChangeKind[] = ['lost', 'back', 'changed', 'replies', 'trouble'];

/** The events of some kinds in some records. A watch of a review knows nothing of its place and of other reviews. */
export function changesIn(records: readonly WatchExportData[], kinds: readonly ChangeKind[] = OF_SUBJECT) {
  const about = records.filter(
    ({ watch }) => watch.kind === 'place' || kinds.some((kind) => OF_REVIEW.includes(kind)),
  );
  const is_known = about.length > 0 && about.every(({ cover }) => cover.is_known);
  const events = records.flatMap((record) => record.events);
  return { found: events.filter(({ type }) => kinds.includes(kindOf(type))).length, is_known };
}

/** Joins the records of the watches of a client, and counts what they have in common. */
export function clientRecord(client: string, records: Records): ClientExportData {
  const [{ to, made_at, made_at_utc, operator, time_zone, authors }] = records;
  const changes = CHANGE_KINDS.map((kind) => [kind, changesIn(records, [kind])]);
  return {
    ...{ client, from: records.map(({ from }) => from).toSorted()[0] ?? to, to },
    ...{ made_at, made_at_utc, operator, time_zone, authors, watches: records.length },
    with_result: records.filter(({ cover }) => cover.first_result_at !== null).length,
    known: records.filter(({ cover }) => cover.is_known).length,
    changes: Object.fromEntries(changes) as ClientExportData['changes'],
    records: [...records],
  };
}

/** The record of a client as JSON, record by record. */
export function* clientJson({ records, ...common }: ClientExportData): Generator<string> {
  yield `${JSON.stringify(common).slice(0, -1)},"records":[`;
  for (const [index, record] of records.entries()) {
    if (index > 0) yield ',';
    yield* jsonParts(record);
  }
  yield ']}\n';
}
