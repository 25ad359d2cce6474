import { type Signal, useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { useConsole, useTexts } from '../context.js';
import type { Coverage } from '../reviews/coverage.js';
import { type Month, monthStatistics } from '../reviews/month-statistics.js';
import type { Texts } from '../texts/pl.js';
import { MonthAxis } from './month-axis.js';
import { MonthCursor, type MonthScale, MonthTip, monthByKey } from './month-cursor.js';
import { MonthTable } from './month-table.js';
import { useWidth } from './width.js';

const LEFT = 40;
const RIGHT = 12;
const NARROWEST = 3;
const COUNTS = { top: 26, bottom: 126 };
const AVERAGES = { top: 176, bottom: 256 };
const HEIGHT = 300;
const AXIS = 276;
const WIDEST_STEP = 48;

interface MonthChartProps {
  readonly reviews: Parameters<typeof monthStatistics>[0];
  /** Null when these are all reviews of the place. */
  readonly coverage: Coverage | null;
  /** Whether the place is closed for good, as far as is known. */
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

/** The chart, with a horizontal scroll bar where it is wider than the page. A month is chosen by pointer or arrow keys. */
function Scrolled({ months, label }: { months: readonly Month[]; label: string }) {
  const { announce } = useConsole();
  const texts = useTexts();
  const { box, width: room } = useWidth();
  const at = useSignal<number | null>(null);
  const step = Math.max(NARROWEST, Math.min(WIDEST_STEP, (room - LEFT - RIGHT) / months.length));
  const scale = { left: LEFT, step, width: Math.max(room, LEFT + RIGHT + step * months.length) };
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onKeyDown={choose}
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={(event) => {
        // A finger that is lifted leaves what it has chosen.
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

interface DrawingProps {
  readonly months: readonly Month[];
  readonly label: string;
  readonly scale: MonthScale;
  readonly at: Signal<number | null>;
}

function Drawing({ months, label, scale, at }: DrawingProps) {
  const texts = useTexts();
  const { step, width } = scale;
  const most = roundUp(Math.max(...months.map(({ count }) => count ?? 0)));
  const countY = (count: number) => COUNTS.bottom - (count / most) * (COUNTS.bottom - COUNTS.top);
  const averageY = (value: number) => AVERAGES.bottom - ((value - 1) / 4) * (AVERAGES.bottom - AVERAGES.top);
  const xOf = (index: number) => LEFT + step * index;
  const right = width - RIGHT;
  return (
    <svg viewBox={`0 0 ${width} ${HEIGHT}`} width={width} height={HEIGHT} role="img" aria-label={label}>
      <text class="heading" x="0" y="12">
        {texts.months.counts}
      </text>
      {[0, most / 2, most].map((value) => (
        <Rule key={value} y={countY(value)} right={right} label={texts.formats.number(value)} />
      ))}
      <text class="heading" x="0" y="160">
        {texts.months.averages}
      </text>
      {[1, 3, 5].map((value) => (
        <Rule key={value} y={averageY(value)} right={right} label={`${value} ★`} />
      ))}
      <MonthCursor at={at} scale={scale} bottom={AVERAGES.bottom} />
      {months.map((month, index) => (
        <Column key={index} month={month} x={xOf(index)} step={step} y={countY(month.count ?? most)} />
      ))}
      {segmentsOf(months).map((segment) => (
        <polyline
          key={segment[0]?.index}
          class="line"
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
              class="dot"
              cx={xOf(index) + step / 2}
              cy={averageY(month.average)}
              r={Math.min(2.6, step / 2.5)}
            />
          ),
      )}
      <MonthAxis months={months} scale={scale} y={AXIS} />
    </svg>
  );
}

function Rule({ y, right, label }: { y: number; right: number; label: string }) {
  return (
    <g>
      <line class="rule" x1={LEFT} x2={right} y1={y} y2={y} />
      <text class="axis" x={LEFT - 6} y={y} text-anchor="end" dominant-baseline="central">
        {label}
      </text>
    </g>
  );
}

function Column({ month, x, step, y }: { month: Month; x: number; step: number; y: number }) {
  return (
    <rect
      class={month.count === null ? 'unknown' : 'bar'}
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

/** Groups of consecutive months with stars, so that no line is drawn over months without. */
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
