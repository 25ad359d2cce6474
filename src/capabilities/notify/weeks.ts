import { sql } from 'kysely';
import { oneLine } from '../../core/published/one-line.js';
import { type Cover, isGone, isKnown } from '../watch/cover.js';
import { watchName } from '../watch/event-texts.js';
import { type LocalTime, placeName } from '../watch/publish-watch.js';
import type { Database, Row } from '../watch/schema.js';
import type { Letter } from './carrier.js';
import { notifyTexts } from './letters.js';

/** The queue of the message that a weekly channel gets each Monday, also without events. */
export const WEEK = 'week';
const MAX_LINES = 50;

/** Writes the message of a Monday, once, to each channel that was open and weekly before. */
export async function writeWeeks(db: Database, monday: number): Promise<void> {
  const at = sql`cast(${monday} as bigint)`;
  await sql`insert into delivery (id, channel_id, queue, created_at, due_at, attempts)
    select 'd_' || id || cast(${`.${monday}`} as text), id, cast(${WEEK} as text), ${at}, ${at}, 0
    from channel where pace = 'weekly' and ended_at is null and paced_at < ${at}
      and coalesce(types, '') <> '["job.finished"]' on conflict (id) do nothing`.execute(db);
}

/** The part of the weekly e-mail on its cover: which watches certainly did not change without an event, and why others may. */
export function coverLetter(
  { language }: Pick<Row<'channel'>, 'language'>,
  covers: readonly Cover[],
  { localTime, ...week }: { from: number; to: number; localTime: LocalTime },
): Letter {
  const t = notifyTexts(language);
  const gapOf = (cover: Cover) => {
    const { first, last, first_whole: from, last_whole: to, part_at: at } = cover;
    // A watch that was added in the week is covered from then on.
    const own = { ...week, from: Math.max(week.from, cover.created_at) };
    if (cover.paused_at !== null) return t('mail.weekPaused');
    if (isKnown(cover, own, localTime)) return null;
    if (first === null || last === null) return t('mail.weekNoResult');
    if ((cover.pending ?? 0) > 0) return t('mail.weekPending', { count: cover.pending ?? 0 });
    if (Number(cover.deletions) > 0) return t('mail.weekDeleted');
    if (isGone(cover)) return t('mail.weekGone', { at: localTime(last) });
    if (at !== null && at > (to ?? 0)) {
      const [read, total] = [cover.part_read ?? '–', cover.part_counted ?? '–'];
      return t('mail.weekPart', { read, total, at: localTime(at) });
    }
    if (from === null || to === null) return t('mail.weekNever', { at: localTime(last) });
    if (from === to) return t('mail.weekOnce', { at: localTime(to) });
    return t('mail.weekSome', { from: localTime(from), to: localTime(to) });
  };
  const lines = covers.map((cover) => {
    const named = { ...cover, place_name: placeName(cover.place), author: null };
    const gap = gapOf(cover);
    return gap === null ? null : `${oneLine(watchName(language, named))}: ${gap}`;
  });
  const gaps = lines.filter((line) => line !== null);
  const whole = covers.flatMap(({ first, last }, at) => (lines[at] === null ? [first ?? 0, last ?? 0] : []));
  const others = {
    from: localTime(Math.min(week.to, ...whole)),
    to: localTime(Math.max(week.from, ...whole)),
  };
  const counts = { count: covers.length - gaps.length, all: covers.length };
  const more = gaps.length - MAX_LINES;
  const text = [
    t('mail.weekRead', { since: localTime(week.from), ...counts }),
    ...gaps.slice(0, MAX_LINES),
    ...(more > 0 ? [t('mail.weekMore', { count: more })] : []),
    ...(whole.length === 0 ? [] : [t('mail.weekOthers', others)]),
  ];
  const subject = gaps.length === 0 ? t('mail.week') : t('mail.weekGaps', { ...counts, count: gaps.length });
  return { subject, paragraphs: [text.join('\n')] };
}
