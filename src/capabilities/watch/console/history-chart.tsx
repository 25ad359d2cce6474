import { useSignal } from '@preact/signals';
import type { z } from 'zod';
import { Chart } from '../../../kit/ui/charts/chart.js';
import { closeScale, dayTicks, instant } from '../../../kit/ui/charts/scales.js';
import { useTexts } from '../../../kit/ui/context.js';
import { Table } from '../../../kit/ui/data-table.js';
import { titleOf } from '../event-texts.js';
import type { EventData, watchChecksData } from '../published.js';
import { figure } from './delta.js';
import { signOf } from './event-kinds.js';
import { useWatchTexts } from './watch-state.js';

export type Check = z.infer<typeof watchChecksData>['checks'][number];

const isKnown = ({ rating, review_count: count }: Check) => rating !== null || count !== null;

/** Rating and number of reviews at each check, with the events of that time, as a chart and as a table. */
export function HistoryChart({ checks, events }: { checks: readonly Check[]; events: readonly EventData[] }) {
  const { formats, language } = useTexts();
  const { t } = useWatchTexts();
  const shown = checks.toSorted((one, other) => instant(one.at) - instant(other.at));
  const [first, last] = [shown[0], shown.at(-1)];
  const read = (index: number) => {
    const check = shown[index];
    if (check === undefined) return '';
    const rating = figure(check.rating, formats.decimal, t('unknown'));
    return `${formats.moment(check.at)}: ${t('watch.list.figures', { rating, count: figure(check.review_count, formats.number, t('unknown')) })}`;
  };
  const panel = (
    name: 'rating' | 'count',
    of: 'rating' | 'review_count',
    write: (value: number) => string,
  ) => {
    const values = shown.map((check) => check[of]);
    const scale = name === 'rating' ? closeScale(values, 0.1, 5) : closeScale(values, 1);
    const title = t(`watch.chart.${name}`);
    const axis = scale.from === 0 ? '' : ` ${t('watch.chart.from', { value: write(scale.from) })}`;
    const series = { name: title, form: 'line', values, colour: 'var(--accent)' } as const;
    return { title: `${title}${axis}`, height: 84, scale, write, series: [series] };
  };
  const marks = events
    .filter(({ type }) => type !== 'place.rating_changed')
    .map((event) => {
      const [tone, sign] = signOf(event.type);
      return {
        ...{ at: instant(event.at), tone, sign },
        text: `${formats.moment(event.at)} ${titleOf(language, event)}`,
      };
    });
  if (first === undefined || last === undefined || !shown.some(isKnown))
    return <p class="muted">{t('watch.chart.none')}</p>;
  const [from, to] = [instant(first.at), instant(last.at)];
  return (
    <figure>
      <figcaption>{t('watch.one.timeline')}</figcaption>
      <Chart
        label={`${t('watch.one.timeline')}. ${read(0)}; ${read(shown.length - 1)}`}
        region={`${t('watch.one.timeline')}. ${t('watch.chart.hint')}`}
        points={shown.map(({ at }) => instant(at))}
        {...{ from, to, read }}
        marks={marks.filter(({ at }) => at >= from && at <= to)}
        ticks={dayTicks(from, to, formats)}
        panels={[panel('rating', 'rating', formats.decimal), panel('count', 'review_count', formats.number)]}
      />
      <CheckTable checks={shown.toReversed()} />
    </figure>
  );
}

/** The checks, the newest first. */
function CheckTable({ checks }: { checks: readonly Check[] }) {
  const { formats } = useTexts();
  const { t, trouble } = useWatchTexts();
  const page = useSignal(0);
  const resultOf = ({ trouble: code, complete, left_over: left }: Check) => {
    const list = complete === null ? 'told' : complete ? 'complete' : 'incomplete';
    const more = left > 0 && t('watch.one.leftOver', { value: left });
    return [code === null ? t(`watch.one.${list}`) : trouble(code), more].filter(Boolean).join(' · ');
  };
  return (
    <details>
      <summary>{t('table')}</summary>
      <Table<Check>
        class="figures"
        scrolled={t('watch.one.timeline')}
        rows={checks}
        page={page}
        keyOf={({ id }) => id}
        columns={[
          { header: t('links.columns.checked'), isRowHeading: true, cell: ({ at }) => formats.moment(at) },
          { header: t('place.rating'), cell: ({ rating }) => figure(rating, formats.decimal) },
          {
            header: t('place.reviewCount'),
            cell: ({ review_count: count }) => figure(count, formats.number),
          },
          { header: t('links.columns.verdict'), cell: resultOf },
        ]}
      />
    </details>
  );
}
