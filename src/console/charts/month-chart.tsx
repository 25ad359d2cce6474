import { useMemo } from 'preact/hooks';
import { Chart } from '../../kit/ui/charts/chart.js';
import { closeScale, STAR_SCALE, type Tick } from '../../kit/ui/charts/scales.js';
import { useTexts } from '../../kit/ui/context.js';
import { Table } from '../../kit/ui/data-table.js';
import { lastChange } from '../../kit/ui/state/arrange.js';
import type { Coverage } from '../reviews/reviews-store.js';
import { type Month, monthStatistics } from '../reviews/statistics.js';

const MIN_STEP = 4;
const MONTH_FILL = 'color-mix(in srgb, var(--accent) 70%, var(--card))';
/** Pixels for a short name such as "wrz", and for a year. */
const NAME_WIDTH = 34;
const YEAR_WIDTH = 38;
/** Steps between named months that name the same months every year. */
const EVERY = [1, 2, 3, 6, 12];

interface MonthChartProps {
  readonly reviews: Parameters<typeof monthStatistics>[0];
  /** How much of the list was read; null when these are all reviews of the place. */
  readonly list: Coverage | null;
  readonly isClosed: boolean;
}

/** Number of reviews and average rating per month, as a chart and as a table. */
export function MonthChart({ reviews, list, isClosed }: MonthChartProps) {
  const { t, months: texts, formats } = useTexts();
  const dated = reviews.filter((review) => lastChange(review) !== null).length;
  const isWhole = list === null && dated === reviews.length;
  const { read, total } = list ?? { read: dated, total: reviews.length };
  const months = useMemo(() => monthStatistics(reviews, isWhole), [reviews, isWhole]);
  const first = months[0];
  const last = months.at(-1);
  if (first === undefined || last === undefined) return null;
  const summary = texts.summary(
    months.length,
    formats.month(first.year, first.month),
    formats.month(last.year, last.month),
    months.reduce((sum, { count }) => sum + (count ?? 0), 0),
  );
  const counts = months.map(({ count }) => count);
  const averages = months.map(({ average }) => average);
  /** The names of months, as many as there is room for, and each year below its first month. */
  const ticks = (pixels: number): Tick[] => {
    const step = pixels / months.length;
    const every = EVERY.find((some) => some * step >= NAME_WIDTH) ?? 12;
    return months.flatMap(({ year, month }, index) => {
      const name = { at: index + 0.5, text: formats.shortMonth(month) };
      const isYear = month === 0 || (index === 0 && (12 - month) * step > YEAR_WIDTH);
      const named = { at: index, text: String(year), row: 1, anchor: 'start' } as const;
      return [...(month % every === 0 ? [name] : []), ...(isYear ? [named] : [])];
    });
  };
  const covers = isWhole ? '' : texts.covers(read, total);
  return (
    <figure class="months">
      <figcaption>
        {t('months.title')}
        <span class="muted"> · {summary}</span>
      </figcaption>
      {[!isWhole && `${covers} ${t('months.unknown')}`, isClosed && texts.closed]
        .filter(Boolean)
        .map((text) => (
          <p role="note" class="notice" key={text}>
            {text}
          </p>
        ))}
      <Chart
        label={[`${t('months.title')}.`, covers, summary].filter(Boolean).join(' ')}
        region={`${t('months.scroll')}. ${t('months.hint')}`}
        points={months.map((_month, index) => index + 0.5)}
        from={0}
        to={months.length}
        minStep={MIN_STEP}
        ticks={ticks}
        read={(index) => {
          const { year, month, count, average } = months[index] ?? last;
          return texts.point(formats.month(year, month), count, average);
        }}
        panels={[
          {
            ...{ title: t('months.counts'), height: 100, write: formats.number },
            scale: closeScale([0, ...counts], { step: 1 }),
            series: [{ name: t('months.counts'), form: 'bars', values: counts, colour: MONTH_FILL }],
          },
          {
            ...{ title: t('months.averages'), height: 80, scale: STAR_SCALE, write: (value) => `${value} ★` },
            series: [{ name: t('months.averages'), form: 'line', values: averages, colour: 'var(--accent)' }],
          },
        ]}
      />
      <MonthTable months={months} isWhole={isWhole} />
    </figure>
  );
}

/** The months as a table, newest first. `isWhole`: whether the list is complete. */
function MonthTable({ months, isWhole }: { months: readonly Month[]; isWhole: boolean }) {
  const { t, formats } = useTexts();
  const averageOf = (row: Month | null) => {
    if (row?.average != null) return formats.decimal(row.average);
    return row?.count ? t('unknown') : '–';
  };
  return (
    <details>
      <summary>{t('table')}</summary>
      <Table
        class="figures"
        rows={isWhole ? months.toReversed() : [...months.toReversed(), null]}
        keyOf={(row) => (row === null ? 'older' : `${row.year}-${row.month}`)}
        columns={[
          {
            header: t('months.month'),
            isRowHeading: true,
            cell: (row) => (row === null ? t('months.older') : formats.month(row.year, row.month)),
          },
          {
            header: isWhole ? t('months.count') : t('months.countRead'),
            cell: (row) => (row === null || row.count === null ? t('unknown') : formats.number(row.count)),
          },
          { header: t('months.average'), cell: averageOf },
        ]}
      />
    </details>
  );
}
