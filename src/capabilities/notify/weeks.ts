import { sql } from 'kysely';
import { oneLine } from '../../core/published/one-line.js';
import { watchName } from '../watch/event-texts.js';
import { type LocalTime, placeName } from '../watch/publish-watch.js';
import type { Database, Row } from '../watch/schema.js';
import type { Letter } from './carrier.js';
import { notifyTexts } from './letters.js';
import { rulesIn } from './rules.js';

/** The queue of the message that a weekly channel gets each Monday, also without events. */
export const WEEK = 'week';
const DAY_MS = 86_400_000;
/** The first and the last result of a period may be this late, because most subjects are checked once a day. */
const MAX_LATE_MS = 1.5 * DAY_MS;
const MAX_LINES = 50;

/**
 * Writes the message of a Monday to each channel that was open and weekly before. Its id follows from channel and Monday,
 * so a second look, or another replica, writes none again.
 */
export async function writeWeeks(db: Database, monday: number): Promise<void> {
  const at = sql`cast(${monday} as bigint)`;
  await sql`insert into delivery (id, channel_id, queue, created_at, due_at, attempts)
    select 'd_' || id || cast(${`.${monday}`} as text), id, cast(${WEEK} as text), ${at}, ${at}, 0
    from channel where pace = 'weekly' and ended_at is null and paced_at < ${at}
      and coalesce(types, '') <> '["job.finished"]' on conflict (id) do nothing`.execute(db);
}

type CoverRow = Awaited<ReturnType<typeof readCover>>[number];

/** The watches that a channel tells of, with their results since `from`. */
export function readCover(db: Database, channel: Row<'channel'>, from: number) {
  const { clients } = rulesIn(channel);
  const results = sql`from watch_check as one where one.watch_id = watch.id and one.trouble is null
    and one.at >= cast(${from} as bigint)`;
  const lastList = sql<number>`(select max(one.at) ${results} and one.complete is not null)`;
  return db
    .selectFrom('watch')
    .leftJoin('watch_check as list', (join) =>
      join.onRef('list.watch_id', '=', 'watch.id').on('list.at', '=', lastList),
    )
    .select(['kind', 'subject', 'label', 'place', 'created_at', 'paused_at'])
    .select(['list.at as listed', 'list.read', 'list.review_count as total', 'list.complete'])
    .select(sql<number | null>`(select min(one.at) ${results})`.as('first'))
    .select(sql<number | null>`(select max(one.at) ${results})`.as('last'))
    .where('owner', '=', channel.owner)
    .$if(clients !== null, (watches) => watches.where('client', 'in', clients ?? []))
    .orderBy('created_at')
    .execute();
}

/** Which watches were read in full from `from` to `to`, and what is known of each of the others. */
export function coverLetter(
  { language }: Pick<Row<'channel'>, 'language'>,
  rows: readonly CoverRow[],
  { from, to, localTime }: { from: number; to: number; localTime: LocalTime },
): Letter {
  const t = notifyTexts(language);
  const gapOf = ({ kind, paused_at, first, last, read, total, complete, listed, created_at }: CoverRow) => {
    if (paused_at !== null) return t('mail.weekPaused');
    if (first === null || last === null) return t('mail.weekNoResult');
    // Without the count of the provider the page of the place was not read; a place that is gone has neither.
    if (kind === 'place' && (complete !== 1 || total === null))
      return t('mail.weekPart', { read: read ?? '?', total: total ?? '?', at: localTime(last) });
    const end = kind === 'place' ? (listed ?? 0) : last;
    const isLate = first > Math.max(from, created_at) + MAX_LATE_MS || end < to - MAX_LATE_MS;
    return isLate ? t('mail.weekSome', { from: localTime(first), to: localTime(end) }) : null;
  };
  const lines = rows.map((row) => {
    const named = { ...row, place_name: placeName(row.place), author: null };
    const gap = gapOf(row);
    return gap === null ? null : `${oneLine(watchName(language, named))}: ${gap}`;
  });
  const gaps = lines.filter((line) => line !== null);
  const whole = rows.flatMap(({ first, last }, at) => (lines[at] === null ? [first ?? 0, last ?? 0] : []));
  const times = whole.toSorted((one, other) => one - other);
  const [counts, more] = [{ count: rows.length - gaps.length, all: rows.length }, gaps.length - MAX_LINES];
  const text = [
    t('mail.weekRead', { since: localTime(from), ...counts }),
    ...gaps.slice(0, MAX_LINES),
    ...(more > 0 ? [t('mail.weekMore', { count: more })] : []),
    ...(times.length === 0
      ? []
      : [t('mail.weekOthers', { from: localTime(times[0] ?? 0), to: localTime(times.at(-1) ?? 0) })]),
  ];
  const subject = gaps.length === 0 ? t('mail.week') : t('mail.weekGaps', { ...counts, count: gaps.length });
  return { subject, paragraphs: [text.join('\n')] };
}
