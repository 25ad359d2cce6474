import { useMemo } from 'preact/hooks';
import { useTexts } from '../context.js';
import type { Coverage } from '../reviews/coverage.js';
import { type Month, monthStatistics } from '../reviews/month-statistics.js';
import type { Texts } from '../texts/pl.js';
import { MonthTable } from './month-table.js';
import { useWidth } from './width.js';

const LEFT = 40;
const RIGHT = 12;
const NARROWEST = 3;
const COUNTS = { top: 26, bottom: 126 };
const AVERAGES = { top: 176, bottom: 256 };
const HEIGHT = 284;
const WIDEST_STEP = 48;

interface MonthChartProps {
  readonly reviews: Parameters<typeof monthStatistics>[0];
  /** Null when these are all reviews of the place. */
  readonly coverage: Coverage | null;
}

/** Number of reviews and average rating per month, as a chart and as a table. */
export function MonthChart({ reviews, coverage }: MonthChartProps) {
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
      <Scrolled months={months} label={[`${texts.title}.`, covers, summary].filter(Boolean).join(' ')} />
      <MonthTable months={months} isWhole={isWhole} />
    </figure>
  );
}

/** The chart, with a horizontal scroll bar where it is wider than the page. */
function Scrolled({ months, label }: { months: readonly Month[]; label: string }) {
  const { months: texts } = useTexts();
  const { box, width } = useWidth();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section ref={box} class="scroll" aria-label={texts.scroll} tabIndex={0}>
      {width > 0 && <Drawing months={months} label={label} room={width} />}
    </section>
  );
}

function Drawing({ months, label, room }: { months: readonly Month[]; label: string; room: number }) {
  const texts = useTexts();
  const step = Math.max(NARROWEST, Math.min(WIDEST_STEP, (room - LEFT - RIGHT) / months.length));
  const width = Math.max(room, LEFT + RIGHT + step * months.length);
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
      {months.map((month, index) => (
        <Column
          key={index}
          month={month}
          x={xOf(index)}
          step={step}
          y={countY(month.count ?? most)}
          texts={texts}
        />
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
            >
              <title>{pointText(texts, month)}</title>
            </circle>
          ),
      )}
      {yearMarks(months, step).map(({ index, text }) => (
        <text key={index} class="axis" x={xOf(index)} y={HEIGHT - 8}>
          {text}
        </text>
      ))}
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

function Column(props: { month: Month; x: number; step: number; y: number; texts: Texts }) {
  const { month, x, step, y, texts } = props;
  return (
    <rect
      class={month.count === null ? 'unknown' : 'bar'}
      x={x + step * 0.12}
      y={y}
      width={step * 0.76}
      height={COUNTS.bottom - y}
    >
      <title>{pointText(texts, month)}</title>
    </rect>
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

/** The labels of the years, with enough space between them. The first month is labelled with its year. */
function yearMarks(months: readonly Month[], step: number): { index: number; text: string }[] {
  const marks = months.flatMap(({ year, month }, index) =>
    month === 0 || index === 0 ? [{ index, text: String(year) }] : [],
  );
  return marks.filter(({ index }, at) => {
    const next = marks[at + 1];
    return next === undefined || (next.index - index) * step > 36;
  });
}

/** The next even number for the end of the axis. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const found = [2, 4, 6, 8, 10, 20].map((factor) => factor * power).find((edge) => edge >= value);
  return found ?? value;
}
