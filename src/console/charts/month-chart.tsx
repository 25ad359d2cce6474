import { type Signal, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useConsole, useTexts } from '../context.js';
import { type Month, monthStatistics } from '../reviews/statistics.js';
import type { Coverage } from '../reviews/store.js';
import type { Texts } from '../texts.js';
import { Table } from '../ui/table.js';

const LEFT = 40;
const RIGHT = 12;
const MIN_STEP = 3;
const COUNTS = { top: 26, bottom: 126 };
const AVERAGES = { top: 176, bottom: 256 };
const HEIGHT = 300;
const AXIS = 276;
const MAX_STEP = 48;
const MONTH_FILL = 'color-mix(in srgb, var(--accent) 70%, var(--card))';

interface MonthChartProps {
  readonly reviews: Parameters<typeof monthStatistics>[0];
  /** Null when these are all reviews of the place. */
  readonly coverage: Coverage | null;
  readonly isClosed: boolean;
}

/** Number of reviews and average rating per month, as a chart and as a table. */
export function MonthChart({ reviews, coverage, isClosed }: MonthChartProps) {
  const { months: texts, formats } = useTexts();
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
        {texts.title}
        <span class="muted"> · {summary}</span>
      </figcaption>
      {!isWhole && (
        <p role="note" class="notice">
          {covers} {texts.unknown}
        </p>
      )}
      {isClosed && (
        <p role="note" class="notice">
          {texts.closed}
        </p>
      )}
      <Scrolled months={months} label={[`${texts.title}.`, covers, summary].filter(Boolean).join(' ')} />
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
  const scale = { step, width: Math.max(room, LEFT + RIGHT + step * months.length) };
  const choose = (event: KeyboardEvent) => {
    const next = monthByKey(event.key, at.value, months.length);
    const month = next === null ? undefined : months[next];
    if (next === null || month === undefined) return;
    event.preventDefault();
    at.value = next;
    announce(pointText(texts, month));
    const middle = LEFT + step * (next + 0.5);
    box.current?.scrollTo({ left: middle - room / 2 });
  };
  const point = (event: PointerEvent) => {
    const start = box.current?.getBoundingClientRect().left ?? 0;
    const index = Math.floor((event.clientX - start + (box.current?.scrollLeft ?? 0) - LEFT) / step);
    at.value = index >= 0 && index < months.length ? index : null;
  };
  return (
    <section
      ref={box}
      class="scroll"
      aria-label={`${texts.months.scroll}. ${texts.months.hint}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      onKeyDown={choose}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={(event) => {
        // Keep the chosen month when a finger is lifted.
        if (event.pointerType === 'mouse') at.value = null;
      }}
      onBlur={() => {
        at.value = null;
      }}
    >
      {room > 0 && (
        <>
          <Drawing months={months} label={label} scale={scale} at={at} />
          <MonthTip at={at} scale={scale} months={months} />
        </>
      )}
    </section>
  );
}

function Drawing(props: {
  months: readonly Month[];
  label: string;
  scale: MonthScale;
  at: Signal<number | null>;
}) {
  const { months, label, scale, at } = props;
  const texts = useTexts();
  const { step, width } = scale;
  const most = roundUp(Math.max(...months.map(({ count }) => count ?? 0)));
  const countY = (count: number) => COUNTS.bottom - (count / most) * (COUNTS.bottom - COUNTS.top);
  const averageY = (value: number) => AVERAGES.bottom - ((value - 1) / 4) * (AVERAGES.bottom - AVERAGES.top);
  const xOf = (index: number) => LEFT + step * index;
  const right = width - RIGHT;
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={label}>
      <text fill="var(--ink)" font-size="13" font-weight="600" x="0" y="12">
        {texts.months.counts}
      </text>
      {[0, most / 2, most].map((value) => (
        <Rule key={value} y={countY(value)} right={right} label={texts.formats.number(value)} />
      ))}
      <text fill="var(--ink)" font-size="13" font-weight="600" x="0" y="160">
        {texts.months.averages}
      </text>
      {[1, 3, 5].map((value) => (
        <Rule key={value} y={averageY(value)} right={right} label={`${value} ★`} />
      ))}
      <MonthCursor at={at} step={step} />
      {months.map((month, index) => (
        <Column key={index} month={month} x={xOf(index)} step={step} y={countY(month.count ?? most)} />
      ))}
      {segmentsOf(months).map((segment) => (
        <polyline
          key={segment[0]?.index}
          fill="none"
          stroke="var(--accent)"
          stroke-width="2"
          stroke-linejoin="round"
          points={segment
            .map(({ index, average }) => `${xOf(index) + step / 2},${averageY(average)}`)
            .join(' ')}
        />
      ))}
      {months.map(
        (month, index) =>
          month.average !== null && (
            <circle
              key={index}
              fill="var(--accent)"
              cx={xOf(index) + step / 2}
              cy={averageY(month.average)}
              r={Math.min(2.6, step / 2.5)}
            />
          ),
      )}
      <MonthAxis months={months} step={step} />
    </svg>
  );
}

function Rule({ y, right, label }: { y: number; right: number; label: string }) {
  return (
    <g>
      <line stroke="var(--edge)" x1={LEFT} x2={right} y1={y} y2={y} />
      <text x={LEFT - 6} y={y} text-anchor="end" dominant-baseline="central">
        {label}
      </text>
    </g>
  );
}

function Column({ month, x, step, y }: { month: Month; x: number; step: number; y: number }) {
  return (
    <rect
      class={month.count === null ? 'unknown' : undefined}
      fill={month.count === null ? 'var(--track)' : MONTH_FILL}
      x={x + step * 0.12}
      y={y}
      width={step * 0.76}
      height={COUNTS.bottom - y}
    />
  );
}

function pointText({ months, formats }: Texts, { year, month, count, average }: Month): string {
  return months.point(formats.month(year, month), count, average);
}

/** Groups of consecutive months with stars. The line of the chart has gaps at months without stars. */
function segmentsOf(months: readonly Month[]): { index: number; average: number }[][] {
  const segments: { index: number; average: number }[][] = [[]];
  for (const [index, { average }] of months.entries()) {
    if (average === null) segments.push([]);
    else segments.at(-1)?.push({ index, average });
  }
  return segments.filter((segment) => segment.length > 1);
}

/** The next even number for the end of the axis. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const found = [2, 4, 6, 8, 10, 20].map((factor) => factor * power).find((edge) => edge >= value);
  return found ?? value;
}

/** Pixels for a short name such as "wrz 2026". */
const NAME_WIDTH = 34;
const YEAR_WIDTH = 38;
/** Steps between named months that name the same months every year. */
const EVERY = [1, 2, 3, 6, 12];

/** The months by name, as many as there is space for, and the years below. */
function MonthAxis({ months, step }: { months: readonly Month[]; step: number }) {
  const { formats } = useTexts();
  const every = EVERY.find((count) => count * step >= NAME_WIDTH) ?? 12;
  const names = every * step < NAME_WIDTH ? [] : marksOf(months, ({ month }) => month % every === 0);
  const years = spaced(
    marksOf(months, ({ month }, index) => month === 0 || index === 0),
    step,
  );
  return (
    <>
      {names.map((index) => (
        <text key={`m${index}`} x={LEFT + step * (index + 0.5)} y={AXIS} text-anchor="middle">
          {formats.shortMonth(months[index]?.month ?? 0)}
        </text>
      ))}
      {years.map((index) => (
        <text key={`y${index}`} x={LEFT + step * index} y={AXIS + 16}>
          {months[index]?.year}
        </text>
      ))}
    </>
  );
}

function marksOf(months: readonly Month[], isMarked: (month: Month, index: number) => boolean): number[] {
  return months.flatMap((month, index) => (isMarked(month, index) ? [index] : []));
}

/** Leaves out a year whose label would touch the next label. */
function spaced(marks: readonly number[], step: number): number[] {
  return marks.filter((index, at) => {
    const next = marks[at + 1];
    return next === undefined || (next - index) * step > YEAR_WIDTH;
  });
}

/** The width of a month and of the drawing, in pixels. */
interface MonthScale {
  readonly step: number;
  readonly width: number;
}

const TIP_WIDTH = 150;
const TIP_GAP = 6;

function MonthCursor({ at, step }: { at: Signal<number | null>; step: number }) {
  if (at.value === null) return null;
  const x = LEFT + step * at.value;
  return <rect fill="var(--accent-soft)" x={x} y={18} width={step} height={AVERAGES.bottom - 18} />;
}

/** The figures of the chosen month, beside its column. */
function MonthTip(props: { at: Signal<number | null>; scale: MonthScale; months: readonly Month[] }) {
  const { at, scale, months } = props;
  const { months: texts, formats, language } = useTexts();
  const month = at.value === null ? undefined : months[at.value];
  if (at.value === null || month === undefined) return null;
  const middle = LEFT + scale.step * (at.value + 0.5);
  const distance = scale.step / 2 + TIP_GAP;
  // Place the box beside the column, so that it does not cover the column.
  const left = middle > scale.width / 2 ? middle - distance - TIP_WIDTH : middle + distance;
  return (
    <p class="tip" lang={language} style={{ left: `${left}px`, width: `${TIP_WIDTH}px` }}>
      {texts.point(formats.month(month.year, month.month), month.count, month.average)}
    </p>
  );
}

/** The month that an arrow key, Home or End chooses; null for any other key. */
function monthByKey(key: string, at: number | null, count: number): number | null {
  const last = count - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowLeft') return Math.max(0, (at ?? count) - 1);
  if (key === 'ArrowRight') return Math.min(last, (at ?? -1) + 1);
  return null;
}

/** The months as a table, newest first, rendered when the user opens it. `isWhole`: whether the list is complete. */
function MonthTable({ months, isWhole }: { months: readonly Month[]; isWhole: boolean }) {
  const { months: texts, table, formats, unknown } = useTexts();
  const isOpen = useSignal(false);
  const averageOf = (row: Month | null) => {
    if (row?.average != null) return formats.decimal(row.average);
    return row?.count ? unknown : '–';
  };
  return (
    <details
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
      }}
    >
      <summary>{table}</summary>
      {isOpen.value && (
        <Table
          class="figures"
          rows={isWhole ? months.toReversed() : [...months.toReversed(), null]}
          keyOf={(row) => (row === null ? 'older' : `${row.year}-${row.month}`)}
          columns={[
            {
              header: texts.month,
              isRowHeading: true,
              cell: (row) => (row === null ? texts.older : formats.month(row.year, row.month)),
            },
            {
              header: isWhole ? texts.count : texts.countRead,
              cell: (row) => (row === null || row.count === null ? unknown : formats.number(row.count)),
            },
            { header: texts.average, cell: averageOf },
          ]}
        />
      )}
    </details>
  );
}

/** The current width of an element in pixels; 0 before it is known. */
function useWidth() {
  const box = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, width };
}
