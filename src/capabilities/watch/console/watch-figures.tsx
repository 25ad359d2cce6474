import { useAnswer } from '../../../kit/ui/answer.js';
import { useConsole, type useTexts } from '../../../kit/ui/context.js';
import { Mark } from '../../../kit/ui/signs.js';
import type { WatchData } from '../published.js';
import { changesOf } from './event-kinds.js';
import { presetPeriod } from './period.js';
import type { WatchTexts } from './texts.js';
import { useWatchTexts } from './watch-state.js';
import { readAllEvents } from './watch-stores.js';

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
  const { read = 0, unread = 0, total = null } = coverage ?? {};
  const texts = [
    gone !== null && t('watch.list.gone', { at: moment(gone) }),
    hasVisible && gone === null && visible !== null && t('watch.list.visible', { value: visible }),
    unconfirmed > 0 && t('watch.list.unconfirmed', { value: unconfirmed }),
    unseen > 0 && oldest !== null && t('watch.list.notSeen', { value: unseen, at: moment(oldest) }),
    coverage?.complete === false &&
      (unread > 0
        ? t('watch.list.unread', { read, unread })
        : total === null || total <= read
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

/** The recent changes of ratings, and the answer that tells them. Null = it is not there. */
export function useChanges(watches: readonly WatchData[]) {
  const { api } = useConsole();
  const { from } = presetPeriod('30');
  const filter = { types: 'place.rating_changed,place.moved,place.gone,place.shown_again', from };
  const answer = useAnswer('', (signal) => readAllEvents(api, filter, signal));
  return { answer, changes: answer.data && changesOf(watches, answer.data, from) };
}
