import { useTexts } from '../context.js';
import type { Month } from '../reviews/month-statistics.js';
import type { MonthScale } from './month-cursor.js';

/** Space for a short name such as "wrz 2026" below it. */
const NAME_WIDTH = 34;
const YEAR_WIDTH = 38;
/** Steps between named months that keep the same months every year. */
const EVERY = [1, 2, 3, 6, 12];

/** The months by name, as many as there is space for, and the years below. */
export function MonthAxis(props: { months: readonly Month[]; scale: MonthScale; y: number }) {
  const { months, scale, y } = props;
  const { formats } = useTexts();
  const { left, step } = scale;
  const every = EVERY.find((count) => count * step >= NAME_WIDTH) ?? 12;
  const names = every * step < NAME_WIDTH ? [] : marksOf(months, ({ month }) => month % every === 0);
  const years = spaced(
    marksOf(months, ({ month }, index) => month === 0 || index === 0),
    step,
  );
  return (
    <>
      {names.map((index) => (
        <text key={`m${index}`} class="axis" x={left + step * (index + 0.5)} y={y} text-anchor="middle">
          {formats.shortMonth(months[index]?.month ?? 0)}
        </text>
      ))}
      {years.map((index) => (
        <text key={`y${index}`} class="axis" x={left + step * index} y={y + 16}>
          {months[index]?.year}
        </text>
      ))}
    </>
  );
}

function marksOf(months: readonly Month[], isMarked: (month: Month, index: number) => boolean): number[] {
  return months.flatMap((month, index) => (isMarked(month, index) ? [index] : []));
}

/** Leaves out a year that the next one would touch. */
function spaced(marks: readonly number[], step: number): number[] {
  return marks.filter((index, at) => {
    const next = marks[at + 1];
    return next === undefined || (next - index) * step > YEAR_WIDTH;
  });
}
