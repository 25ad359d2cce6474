// Values of watches, their events and records. Does not import zod: console and command line use them.

/** place: the place and all its reviews; review: one review. */
export const WATCH_KINDS = ['place', 'review'] as const;
export type WatchKind = (typeof WATCH_KINDS)[number];

const VERDICTS = ['visible', 'not_visible', 'never_visible'] as const;
export const WATCH_STATES = ['new', 'watching', ...VERDICTS, 'trouble', 'paused'] as const;
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

/** The longest time between two results that a chart joins: half more than usual. `times`: ascending. */
export function maxResultGap(times: readonly number[]): number {
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return 1.5 * (gaps.toSorted((one, other) => one - other)[Math.floor(gaps.length / 2)] ?? 0);
}
