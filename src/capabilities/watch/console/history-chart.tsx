import { useSignal } from '@preact/signals';
import type { Api } from '../../../kit/client/api.js';
import { Chart } from '../../../kit/ui/charts/chart.js';
import { closeScale } from '../../../kit/ui/charts/scales.js';
import { useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import { titleOf } from '../event-texts.js';
import type { EventData } from '../published.js';
import { maxResultGap } from '../values.js';
import { kindOfType, signOf } from './event-kinds.js';
import type { Period } from './period.js';
import { dayTicks, instant } from './time-axis.js';
import { pathOf } from './watch-actions.js';
import { figure } from './watch-figures.js';
import { useWatchTexts } from './watch-state.js';
import { DAY_MS } from './watch-stores.js';

/** A day with a result, as its last check knew it. Null = not known. */
export interface Day {
  readonly day: string;
  readonly rating: number | null;
  readonly review_count: number | null;
  readonly visible: number | null;
  readonly not_visible: number | null;
}

/** What the console shows of the record of a watch in a period: the answer of its export. */
export interface PeriodRecord {
  readonly course: readonly Day[];
  readonly cover: { readonly is_known: boolean };
  readonly events: readonly Pick<EventData, 'type' | 'at' | 'after'>[];
}

/** True for an event after which the watch shows another place. */
const isMove = ({ after }: PeriodRecord['events'][number]) => after?.place_id !== undefined;

/** The record since the watch shows the place that it shows now: earlier figures and reviews belong to another place. */
export function sinceMove(record: PeriodRecord): PeriodRecord {
  const { course, events } = record;
  const at = events.findLast(isMove)?.at ?? '';
  const days = course.filter(({ day }) => day >= at.slice(0, 10));
  return { ...record, course: days, events: events.filter((one) => one.at >= at) };
}

/** Reads the record of a watch in a period. @throws RequestFailed */
export function readRecord(api: Api, id: string, { from, to }: Period, signal: AbortSignal) {
  const query = { from: from || undefined, to: to || undefined };
  const request = { path: `${pathOf({ id })}/export`, query, signal };
  return api.data(request, hasKey<PeriodRecord>('course'));
}

/** New reviews: their number, "≥" and their number if more may have been missed, null if it is not known whether there are any. */
export function newReviewsOf({ cover, events }: PeriodRecord): number | string | null {
  const count = events.filter(({ type }) => type === 'review.appeared').length;
  return cover.is_known ? count : count > 0 ? `≥ ${count}` : null;
}

type Series = Parameters<typeof Chart>[0]['panels'][number]['series'];

/** The ends of the axis of each panel. */
const SCALES = {
  ...{ rating: { step: 0.1, most: 5 }, count: { step: 1 } },
  growth: { step: 1, lowest: Number.NEGATIVE_INFINITY },
} as const;

/** Makes panels of figures: the scale begins near the lowest value, and the title says so. */
export function useFigurePanel() {
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  return (metric: keyof typeof SCALES, height: number, series: Series) => {
    const all = series.flatMap(({ values }) => values);
    const scale = closeScale(all, SCALES[metric]);
    const signed = (value: number) => ['−', '', '+'][Math.sign(value) + 1] + formats.number(Math.abs(value));
    const write = { rating: formats.decimal, count: formats.number, growth: signed }[metric];
    const from = scale.from <= 0 ? '' : ` ${t('watch.chart.from', { value: write(scale.from) })}`;
    return { title: `${t(`watch.chart.${metric}`)}${from}`, height, scale, write, series };
  };
}

const isKnown = ({ rating, review_count: count }: Day) => rating !== null || count !== null;

/** Rating and number of reviews on each day, with the events of that time, as a chart and as a table. */
export function HistoryChart({ record, events }: { record: PeriodRecord; events: readonly EventData[] }) {
  const days = record.course;
  const { formats, language } = useTexts();
  const { t } = useWatchTexts();
  const [first, last] = [days[0], days.at(-1)];
  const points = days.map(({ day }) => instant(day));
  const maxGap = maxResultGap(points);
  const breaks = record.events.filter(isMove).map(({ at }) => instant(at.slice(0, 10)));
  const read = (index: number) => {
    const one = days[index];
    if (one === undefined) return '';
    const rating = figure(one.rating, formats.decimal, t('unknown'));
    return `${formats.moment(one.day)}: ${t('watch.list.figures', { rating, count: figure(one.review_count, formats.number, t('unknown')) })}`;
  };
  const panelOf = useFigurePanel();
  const panel = (metric: 'rating' | 'count') => {
    const values = days.map((one) => (metric === 'rating' ? one.rating : one.review_count));
    const name = t(`watch.chart.${metric}`);
    const series = { name, form: 'line', values, colour: 'var(--accent)', maxGap, breaks } as const;
    return panelOf(metric, 84, [series]);
  };
  const marks = events
    .filter(({ type }) => type !== 'place.rating_changed')
    .map((event) => {
      const [tone, sign] = signOf(event.type);
      const kind = event.type === 'watch.recovered' ? null : kindOfType(event.type);
      const word = kind === null ? titleOf(language, event) : t(`watch.kindsOf.${kind}`);
      return {
        ...{ at: instant(event.at), tone, sign, word },
        text: `${formats.moment(event.at)} ${titleOf(language, event)}`,
      };
    });
  if (first === undefined || last === undefined || !days.some(isKnown))
    return <p class="muted">{t('watch.chart.none')}</p>;
  const [from, to] = [instant(first.day), instant(last.day) + DAY_MS - 1];
  const shown = marks.filter(({ at }) => at >= from && at <= to);
  const legend = new Map(shown.map((mark) => [mark.word, mark]));
  return (
    <figure>
      <figcaption>{t('watch.one.timeline')}</figcaption>
      <Chart
        label={`${t('watch.one.timeline')}. ${read(0)}; ${read(days.length - 1)}`}
        region={`${t('watch.one.timeline')}. ${t('watch.chart.hint')}`}
        points={points}
        {...{ from, to, read }}
        marks={shown}
        ticks={dayTicks(points, formats)}
        panels={[panel('rating'), panel('count')]}
      />
      <ul class="legend line words small">
        {[...legend.values()].map(({ word, tone, sign }) => (
          <li key={word}>
            <b class={`${tone} toned`}>{sign}</b> {word}
          </li>
        ))}
      </ul>
      <DayTable days={days.toReversed()} />
    </figure>
  );
}

/** The days with a result, the newest first. */
function DayTable({ days }: { days: readonly Day[] }) {
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const page = useSignal(0);
  const column = (header: string, of: Exclude<keyof Day, 'day'>, write = formats.number) => ({
    header,
    cell: (day: Day) => figure(day[of], write),
  });
  return (
    <details>
      <summary>{t('table')}</summary>
      <Table<Day>
        class="figures"
        scrolled={t('watch.one.timeline')}
        rows={days}
        page={page}
        keyOf={({ day }) => day}
        columns={[
          { header: t('watch.compare.day'), isRowHeading: true, cell: ({ day }) => formats.moment(day) },
          column(t('place.rating'), 'rating', formats.decimal),
          column(t('place.reviewCount'), 'review_count'),
          column(t('links.visible'), 'visible'),
          column(t('watch.ledger.filters.not_visible'), 'not_visible'),
        ]}
      />
    </details>
  );
}
