import type { Generated, Insertable, Kysely, Selectable } from 'kysely';
import type { OpenDatabase } from '../../kit/store/open-database.js';
import type { TurnTable } from '../../kit/store/owner-turns.js';
import type { EvidencePolicy, WatchKind } from './values.js';

// The tables of the watch. Times are milliseconds since 1970. JSON is text, so that both databases keep it alike.

/** A subject that is watched: a place with its reviews, or a single review. */
interface WatchTable {
  id: string;
  /** The keyed hash of the client that owns the watch. */
  owner: string;
  kind: WatchKind;
  /** The Place ID, or the canonical link of the review: unique for an owner. */
  subject: string;
  label: string | null;
  note: string | null;
  /** The customer for whom the owner watches, as the owner writes the name. */
  client: string | null;
  interval_minutes: number;
  evidence: EvidencePolicy;
  created_at: number;
  paused_at: number | null;
  due_at: number;
  /** The replica that checks the subject now; null = none. */
  claimed_by: string | null;
  /** The claim is void after this time. */
  claimed_until: number | null;
  /** Claims in a row that ended by themselves, as when the process was killed. */
  ended: Generated<number>;
  /** When the last check ended, with or without a result. */
  checked_at: number | null;
  /** When the last check with a result ended; null = nothing is known yet. */
  proven_at: number | null;
  /** When the last complete list of reviews was read; null = never, or the subject is a review. */
  whole_at: number | null;
  trouble_since: number | null;
  /** Error code, or the reason why a list was not complete. */
  trouble: string | null;
  /** Checks in a row that have no result. */
  failures: Generated<number>;
  /** JSON of `PlaceState`, as last proven; null before. */
  place: string | null;
  /** What `storeCounts` stored after the last check with a result; null = there was none. */
  counts: string | null;
  /** What the subject names, whatever the form of its id or link. */
  identity: string | null;
  /** The texts in which the list is searched, in lower case; null like `identity`. */
  searched: string | null;
}

/** One check of a subject. It has no personal data and is kept as long as its watch. */
interface CheckTable {
  id: string;
  watch_id: string;
  at: number;
  /** Null = the check has a result; otherwise an error code or the reason why a list was not complete. */
  trouble: string | null;
  /** 1 = the whole list of reviews was read; null = the subject is a review, or no list was read. */
  complete: number | null;
  /** Reviews that were read; null like `complete`. */
  read: number | null;
  review_count: number | null;
  rating: number | null;
  /** Reviews of the ledger that the check saw, that are proven not visible, and the others; null = not known. */
  visible: number | null;
  not_visible: number | null;
  unknown: number | null;
  /** What the check left open: see `pendingAfter`. */
  pending: number | null;
}

/** What was deleted of the record of a watch, by day and cause. It has no personal data. */
interface DeletionTable {
  watch_id: string;
  /** When the first of these records was deleted, in whole days since 1970. */
  day: number;
  cause: 'retention' | 'forgetting';
  events: number;
  reviews: number;
  /** The time of the oldest and of the newest record. */
  since: number;
  until: number;
}

/** A review that was seen at least once, or whose link is watched. */
interface ReviewTable {
  watch_id: string;
  review_id: string;
  /** A link by which the review can be inspected; null = the provider gave none. */
  url: string | null;
  /** The keyed hash of the author's id; null = unknown. */
  author_key: string | null;
  /** `missing`: a list went past the date of the review without it, and no check of the review itself has decided yet. */
  status: 'visible' | 'missing' | 'not_visible';
  /** The published reason of the last verdict "not visible"; null = the review is not in that state. */
  reason: string | null;
  status_at: number;
  /** Null = the review was never seen. */
  first_seen_at: number | null;
  last_seen_at: number | null;
  /** When a list first lacked the review, or its own page; null while it is seen. */
  first_missed_at: number | null;
  /** When the review was last checked on its own, with or without a verdict. */
  last_proof_at: number | null;
  /** Verdicts in a row with the same answer, since a list showed the review. */
  proofs: Generated<number>;
  /**
   * What the review says: its newest version, by number from 1; 0 = its content was never read. A new version begins
   * when stars, text, photos or reply change; its events keep the version before.
   */
  version: Generated<number>;
  /** When the content of the version was read first, and last; null = never. */
  version_at: number | null;
  read_at: number | null;
  /** JSON of `Waiting` by field: differences that are not told yet. */
  waiting: string | null;
  stars: number | null;
  photos: number | null;
  author: string | null;
  date_text: string | null;
  /** Seconds since 1970, as the provider gives it. */
  published_at: number | null;
  /** When the author changed the review last, in seconds since 1970; null = never, or not known. */
  edited_at: number | null;
  text: string | null;
  /** Null = the review has no reply; "" = the reply was not read. */
  reply: string | null;
}

/** What a review said at a time. */
export type Version = Pick<Row<'review'>, (typeof VERSION)[number]>;
export const VERSION = [
  ...(['version', 'version_at', 'read_at', 'stars', 'photos', 'author', 'date_text'] as const),
  ...(['published_at', 'edited_at', 'text', 'reply'] as const),
];

interface EventTable {
  /** Rises in the order of commits: a reader that has seen a number has seen all lower numbers. */
  seq: number;
  id: string;
  watch_id: string;
  owner: string;
  at: number;
  type: string;
  review_id: string | null;
  /** JSON of `EventSide`; null = there is nothing before or after. */
  before: string | null;
  after: string | null;
  check_id: string;
  /** The name of the evidence pack below `DATA_DIR`; null = there is none. */
  evidence: string | null;
  /** Of the loss of a review: when it was seen last, and when it was missed first. */
  last_seen_at: number | null;
  first_missed_at: number | null;
  /** Another visible review of the same author at the place. */
  same_author_review_id: string | null;
  /** The review after the event, as far as checks read it; null = unknown, or not about a review. */
  stars: number | null;
  author: string | null;
  text: string | null;
  published_at: number | null;
  edited_at: number | null;
  /** JSON of `Version`: what the review said before. Null = the event begins no version. */
  was: string | null;
  /** When somebody marked the event as done, and the name of the key; without keys the name is null. */
  done_at: number | null;
  done_by: string | null;
}

/** The names of owners. A row is written when a key of the owner is configured. */
interface OwnerTable {
  /** The keyed hash of the name. */
  owner: string;
  /** `key <name>`, `team <team>` or `everybody`. */
  name: string;
}

/** The keyed hashes of the authors whose data an owner has deleted by `forget`. */
interface ForgottenTable {
  owner: string;
  author_key: string;
  at: number;
}

/** Counters (`event`) and secrets (`hash_key`) of the database. */
interface ValueTable {
  name: string;
  value: string;
}

/** The tables of the record. Capabilities that keep more about watches add their own tables. */
export interface Schema {
  watch: WatchTable;
  watch_check: CheckTable;
  deletion: DeletionTable;
  review: ReviewTable;
  event: EventTable;
  owner: OwnerTable;
  forgotten: ForgottenTable;
  stored_value: ValueTable;
  /** `delivery`: owners whose events are sent; `channel`: their channels; `check` and `pack`: owners of
   * watches. */
  queue_turn: TurnTable;
}

export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
export type NewRow<Table extends keyof Schema> = Insertable<Schema[Table]>;

export type Database = Kysely<Schema>;
export type WatchDatabase = OpenDatabase<Schema>;
