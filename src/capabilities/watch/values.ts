// Values of watches, their events and records. Does not import zod: console and command line use them.

/** place: the place and all its reviews; review: one review. */
export const WATCH_KINDS = ['place', 'review'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

export const WATCH_STATES = [
  'new',
  'watching',
  'visible',
  'not_visible',
  'never_visible',
  'trouble',
  'paused',
] as const;
/** What a list of watches can be restricted to. */
export const LISTED_STATES = [...WATCH_STATES, 'attention'] as const;

/** When evidence packs are made. */
export const EVIDENCE_POLICIES = ['on_loss', 'never'] as const;
export type EvidencePolicy = (typeof EVIDENCE_POLICIES)[number];

/** Hours between two checks, unless the client sets another interval. */
export const DEFAULT_INTERVAL_HOURS = { place: 24, review: 6 } as const satisfies Record<WatchKind, number>;

/** Minimum hours between two checks of the same subject. */
export const MIN_INTERVAL_HOURS = 1;
/** Maximum hours between two checks of the same subject: a year. */
export const MAX_INTERVAL_HOURS = 8_760;
/** The heading of the column with the clients of a list. */
export const CLIENT_HEADING = /^\s*(?:klient|client|customer)/i;

/** Maximum subjects of one import. */
export const MAX_IMPORT = 1_000;
/** Maximum events of one answer. */
export const MAX_EVENTS = 1_000;

export const EXPORT_FORMATS = ['json', 'pdf', 'xlsx'] as const;
/** Who stands for the authors of reviews in a record. */
export const EXPORT_AUTHORS = ['pseudonyms', 'names'] as const;
export type ExportAuthors = (typeof EXPORT_AUTHORS)[number];

/** chat: a message as `{"text": …}`. */
export const CHANNEL_KINDS = ['webhook', 'email', 'chat'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];
/** daily, weekly: one message a day, or on Mondays. */
export const CHANNEL_PACES = ['at_once', 'daily', 'weekly'] as const;
export type ChannelPace = (typeof CHANNEL_PACES)[number];

type Imported<Refused> = { added: number; existing: number; refused: Refused[] };

/** Watches the subjects of a list of any length: sends it in parts, and adds their answers up. */
export async function importWatchesBy<T, Refused extends { readonly index: number }>(
  send: (body: { readonly watches: readonly T[] }) => Promise<Imported<Refused>>,
  watches: readonly T[],
): Promise<Imported<Refused>> {
  const sum: Imported<Refused> = { added: 0, existing: 0, refused: [] };
  for (let at = 0; at < watches.length; at += MAX_IMPORT) {
    const part = await send({ watches: watches.slice(at, at + MAX_IMPORT) });
    sum.added += part.added;
    sum.existing += part.existing;
    sum.refused.push(...part.refused.map((row) => ({ ...row, index: row.index + at })));
  }
  return sum;
}

/** The longest time between two results that a chart joins: half more than usual. `times`: ascending. */
export function maxResultGap(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return 1.5 * (gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0);
}
