import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { LEFT, RIGHT, Rules, useWidth } from '../../kit/ui/charts/axes.js';
import { useTexts } from '../../kit/ui/context.js';
import { Table } from '../../kit/ui/data-table.js';
import type { Texts } from '../../kit/ui/texts.js';
import type { Coverage } from '../reviews/reviews-store.js';
import { type Month, monthStatistics } from '../reviews/statistics.js';
import { useConsole } from '../shell.js';

const MIN_STEP = 4;
const COUNTS = { top: 26, bottom: 126 };
const AVERAGES = { top: 176, bottom: 256 };
const HEIGHT = 300;
const AXIS = 276;
const MAX_STEP = 48;
const MONTH_FILL = 'color-mix(in srgb, var(--accent) 70%, var(--card))';
/** Pixels for a short name such as "wrz", and for a year. */
const NAME_WIDTH = 34;
const YEAR_WIDTH = 38;
/** Steps between named months that name the same months every year. */
const EVERY = [1, 2, 3, 6, 12];

interface MonthChartProps {
  readonly reviews: Parameters<typeof monthStatistics>[0];
  /** Null when these are all reviews of the place. */
  readonly coverage: Coverage | null;
  readonly isClosed: boolean;
}

/** Number of reviews and average rating per month, as a chart and as a table. */
export function MonthChart({ reviews, coverage, isClosed }: MonthChartProps) {
  const { t, months: texts, formats } = useTexts();
  const isWhole = coverage === null;
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
  const covers = isWhole ? '' : texts.covers(coverage.read, coverage.total);
  return (
    <figure class="months">
      <figcaption>
        {t('months.title')}
        <span class="muted"> · {summary}</span>
      </figcaption>
      {!isWhole && (
        <p role="note" class="notice">
          {covers} {t('months.unknown')}
        </p>
      )}
      {isClosed && (
        <p role="note" class="notice">
          {texts.closed}
        </p>
      )}
      <Scrolled
        months={months}
        label={[`${t('months.title')}.`, covers, summary].filter(Boolean).join(' ')}
      />
      <MonthTable months={months} isWhole={isWhole} />
    </figure>
  );
}

/** The chart, with a scroll bar if it is wider than the page. The user chooses a month by pointer or arrow keys. */
function Scrolled({ months, label }: { months: readonly Month[]; label: string }) {
  const { announce } = useConsole();
  const texts = useTexts();
  const { box, width: room } = useWidth();
  const at = useSignal<number | null>(null);
  const step = Math.max(MIN_STEP, Math.min(MAX_STEP, (room - LEFT - RIGHT) / months.length));
  const choose = (event: KeyboardEvent) => {
    const next = monthByKey(event.key, at.value, months.length);
    const month = next === undefined ? undefined : months[next];
    if (next === undefined || month === undefined) return;
    event.preventDefault();
    at.value = next;
    announce(pointText(texts, month));
    box.current?.scrollTo({ left: LEFT + step * (next + 0.5) - room / 2 });
  };
  const point = (event: PointerEvent) => {
    const start = box.current?.getBoundingClientRect().left ?? 0;
    const index = Math.floor((event.clientX - start + (box.current?.scrollLeft ?? 0) - LEFT) / step);
    at.value = index >= 0 && index < months.length ? index : null;
  };
  return (
    <>
      <section
        ref={box}
        class="scroll"
        aria-label={`${texts.t('months.scroll')}. ${texts.t('months.hint')}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
        onKeyDown={choose}
        onPointerDown={point}
        onPointerMove={point}
        onBlur={() => {
          at.value = null;
        }}
      >
        {room > 0 && <Drawing months={months} label={label} step={step} room={room} at={at} />}
      </section>
      <ChosenMonth at={at} months={months} />
    </>
  );
}

function Drawing(props: {
  months: readonly Month[];
  label: string;
  step: number;
  room: number;
  at: Signal<number | null>;
}) {
  const { months, label, step, room, at } = props;
  const { t, formats } = useTexts();
  const width = Math.max(room, LEFT + RIGHT + step * months.length);
  const highest = roundUp(Math.max(...months.map(({ count }) => count ?? 0)));
  const countY = (count: number) => COUNTS.bottom - (count / highest) * (COUNTS.bottom - COUNTS.top);
  const averageY = (value: number) => AVERAGES.bottom - ((value - 1) / 4) * (AVERAGES.bottom - AVERAGES.top);
  const middleOf = (index: number) => LEFT + step * (index + 0.5);
  // The line has gaps at months without stars.
  const line = months.map(({ average }, index) => {
    if (average === null) return '';
    return `${months[index - 1]?.average == null ? 'M' : 'L'}${middleOf(index)},${averageY(average)}`;
  });
  const counts = [0, highest / 2, highest].map((value) => [countY(value), formats.number(value)] as const);
  const averages = [1, 3, 5].map((value) => [averageY(value), `${value} ★`] as const);
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={label}>
      <Rules title={t('months.counts')} y={12} right={width - RIGHT} rules={counts} />
      <Rules title={t('months.averages')} y={160} right={width - RIGHT} rules={averages} />
      <MonthCursor at={at} step={step} />
      {months.map(({ year, month, count, average }, index) => (
        <g key={index}>
          <rect
            class={count === null ? 'unknown' : undefined}
            fill={count === null ? 'var(--track)' : MONTH_FILL}
            x={LEFT + step * (index + 0.12)}
            y={countY(count ?? highest)}
            width={step * 0.76}
            height={COUNTS.bottom - countY(count ?? highest)}
          />
          {average !== null && (
            <circle
              fill="var(--accent)"
              cx={middleOf(index)}
              cy={averageY(average)}
              r={Math.min(2.6, step / 2.5)}
            />
          )}
          {month % (EVERY.find((every) => every * step >= NAME_WIDTH) ?? 12) === 0 && (
            <text x={middleOf(index)} y={AXIS} text-anchor="middle">
              {formats.shortMonth(month)}
            </text>
          )}
          {(month === 0 || (index === 0 && (12 - month) * step > YEAR_WIDTH)) && (
            <text x={LEFT + step * index} y={AXIS + 16}>
              {year}
            </text>
          )}
        </g>
      ))}
      <path fill="none" stroke="var(--accent)" stroke-width="2" stroke-linejoin="round" d={line.join('')} />
    </svg>
  );
}

function MonthCursor({ at, step }: { at: Signal<number | null>; step: number }) {
  if (at.value === null) return null;
  const x = LEFT + step * at.value;
  return <rect fill="var(--accent-soft)" x={x} y={18} width={step} height={AVERAGES.bottom - 18} />;
}

/** The figures of the chosen month. */
function ChosenMonth({ at, months }: { at: Signal<number | null>; months: readonly Month[] }) {
  const texts = useTexts();
  const month = at.value === null ? undefined : months[at.value];
  return <p class="tip">{month === undefined ? null : pointText(texts, month)}</p>;
}

function pointText({ months, formats }: Texts, { year, month, count, average }: Month): string {
  return months.point(formats.month(year, month), count, average);
}

/** The next even number for the end of the axis. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const found = [2, 4, 6, 8, 10, 20].map((factor) => factor * power).find((edge) => edge >= value);
  return found ?? value;
}

/** The month that an arrow key, Home or End chooses; undefined for any other key. */
function monthByKey(key: string, at: number | null, count: number): number | undefined {
  const months: Readonly<Record<string, number>> = {
    Home: 0,
    End: count - 1,
    ArrowLeft: Math.max(0, (at ?? count) - 1),
    ArrowRight: Math.min(count - 1, (at ?? -1) + 1),
  };
  return months[key];
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
