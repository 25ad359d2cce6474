import { useConsole, useTexts } from '../../../kit/ui/context.js';
import { Mark } from '../../../kit/ui/signs.js';
import type { WatchData } from '../published.js';
import { presetPeriod } from './period.js';
import type { WatchTexts } from './texts.js';
import { useAnswer, useWatchTexts } from './watch-state.js';
import { DAY_MS, readAllEvents } from './watch-stores.js';

const MARKS = {
  new: ['plain', undefined],
  watching: ['good', '✓'],
  visible: ['good', '✓'],
  not_visible: ['bad', '✕'],
  never_visible: ['bad', '✕'],
  trouble: ['warn', '!'],
  paused: ['plain', 'Ⅱ'],
} as const;

/** The state of a watch, and why its checks fail. */
export function StateMark({ watch }: { watch: WatchData }) {
  const { state, trouble, proven_at: proven, gone_at: gone } = watch;
  const texts = useWatchTexts();
  const isGone = state === 'watching' && gone !== null;
  const [tone, sign] = MARKS[isGone ? 'not_visible' : state];
  const isFirst = state === 'trouble' && proven === null;
  const text = isGone ? 'watch.gone' : isFirst ? 'watch.firstFailed' : (`watch.states.${state}` as const);
  return (
    <>
      <Mark tone={tone} sign={sign} text={texts.t(text)} />
      {trouble !== null && <div class="small">{texts.trouble(trouble)}</div>}
    </>
  );
}

/** Whether the state of a watch is another than what is expected of it. */
export const isException = ({ state, gone_at: gone }: WatchData) =>
  gone !== null || !['new', 'watching', 'visible'].includes(state);

/** A figure, and when it was read. `isLeast`: it may be more: not all reviews were seen or judged. Null = unknown. */
export type Known = {
  readonly value: number;
  readonly at?: string | undefined;
  readonly isLeast?: boolean;
} | null;

/** The reviews that are not visible; never none while a part of the list was not read, or reviews have no verdict. */
export function hiddenOf({ kind, counts, coverage }: WatchData): Known {
  if (counts === null) return null;
  const { visible, not_visible: value, unconfirmed, not_seen_lately: unseen, at } = counts;
  const isRead = visible !== null && coverage?.complete === true && unconfirmed + unseen === 0;
  const isWhole = kind === 'review' ? (visible ?? 0) + value > 0 : isRead;
  return value > 0 || isWhole ? { value, at, isLeast: !isWhole } : null;
}

/** How many reviews are visible, what their list covers, and what is open; nothing before the first result. */
export function countsText(
  { t }: WatchTexts,
  { counts, coverage, gone_at: gone }: WatchData,
  { moment }: ReturnType<typeof useTexts>['formats'],
  hasVisible = true,
): string[] {
  if (counts === null) return [];
  const { visible, unconfirmed, not_seen_lately: unseen, oldest_sighting_at: oldest } = counts;
  const { read = 0, total = null } = coverage ?? {};
  const texts = [
    gone !== null && t('watch.list.gone', { at: moment(gone) }),
    hasVisible && gone === null && visible !== null && t('watch.list.visible', { value: visible }),
    unconfirmed > 0 && t('watch.list.unconfirmed', { value: unconfirmed }),
    unseen > 0 && oldest !== null && t('watch.list.notSeen', { value: unseen, at: moment(oldest) }),
    coverage?.complete === false &&
      (total === null || total <= read
        ? t('watch.list.newestIncomplete', { read })
        : t('watch.list.newestOf', { read, total })),
  ];
  return texts.filter((text) => text !== false);
}

/** A figure, or a dash where it is not known. */
export function figure(value: number | null | undefined, write: (value: number) => string, unknown = '–') {
  return value == null ? unknown : write(value);
}

/** A change with its direction: "▲ 0,2". Nothing, or a dash, for a change too small to be written, or unknown. */
export function Delta(props: {
  change: number | null;
  write: (value: number) => string;
  isZeroShown?: boolean;
}) {
  const { change, write, isZeroShown = false } = props;
  if (change === null || write(Math.abs(change)) === write(0))
    return isZeroShown ? <span>{write(0)}</span> : null;
  return (
    <span class={change > 0 ? 'good toned' : 'bad toned'}>
      <span aria-hidden="true">{change > 0 ? '▲' : '▼'}</span>
      <span class="unseen">{change > 0 ? '+' : '−'}</span>
      {`\u00a0${write(Math.abs(change))}`}
    </span>
  );
}

/** The ratings of a place in the last 30 days: the rating before the first change, and the rating after each change. */
interface RecentRatings {
  readonly course: readonly { readonly at: number; readonly rating: number }[];
  readonly change: number;
}

/** By the id of the watch. Of a watch without an entry no change is known. */
export type Ratings = ReadonlyMap<string, RecentRatings>;

const SPAN_MS = 30 * DAY_MS;
const [WIDTH, HEIGHT] = [56, 16];

/** The ratings of the watches whose rating changed in the last 30 days. */
export function useRatings(watches: readonly WatchData[]): Ratings {
  const { api } = useConsole();
  const filter = { types: 'place.rating_changed', from: presetPeriod('30').from };
  const answer = useAnswer('', (signal) => readAllEvents(api, filter, signal));
  const ratings = new Map<string, RecentRatings>();
  for (const { watch_id: id, at_utc: at, before, after } of answer.data ?? []) {
    const [was, is] = [before?.rating, after?.rating];
    const now = watches.find((watch) => watch.id === id)?.figures?.rating;
    if (was == null || is == null || now == null) continue;
    const { course } = ratings.get(id) ?? { course: [{ at: Date.now() - SPAN_MS, rating: was }] };
    const next = [...course, { at: Date.parse(at), rating: is }];
    ratings.set(id, { course: next, change: now - (course[0]?.rating ?? was) });
  }
  return ratings;
}

/** The change of a rating, with a line of steps: the figure stands beside it, so the line has no axes. */
export function RatingChange({ course, change }: RecentRatings) {
  const { formats } = useTexts();
  const values = course.map(({ rating }) => rating);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => Math.max(0, WIDTH * (1 - (Date.now() - at) / SPAN_MS)).toFixed(1);
  const y = (rating: number) => HEIGHT - 2 - ((rating - low) / (high - low || 1)) * (HEIGHT - 4);
  const steps = course.map(({ at, rating }, index) =>
    index === 0 ? `M0,${y(rating)}` : `H${x(at)}V${y(rating)}`,
  );
  return (
    <span class="change">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
        <path fill="none" stroke="var(--soft)" stroke-width="1.5" d={`${steps.join('')}H${WIDTH}`} />
      </svg>
      <Delta change={change} write={formats.decimal} isZeroShown />
    </span>
  );
}
