import type { Signal } from '@preact/signals';
import { useConsole, useTexts } from '../context.js';
import type { Month } from '../reviews/month-statistics.js';

/** The place of the months in the drawing, in pixels. */
export interface MonthScale {
  readonly left: number;
  readonly step: number;
  readonly width: number;
}

const TIP_WIDTH = 150;
const TIP_GAP = 6;

/** Marks the chosen month in the drawing. */
export function MonthCursor(props: { at: Signal<number | null>; scale: MonthScale; bottom: number }) {
  const { at, scale, bottom } = props;
  if (at.value === null) return null;
  return (
    <rect
      class="cursor"
      x={scale.left + scale.step * at.value}
      y={18}
      width={scale.step}
      height={bottom - 18}
    />
  );
}

/** What the chart says of the chosen month, beside it. */
export function MonthTip(props: { at: Signal<number | null>; scale: MonthScale; months: readonly Month[] }) {
  const { at, scale, months } = props;
  const { languages } = useConsole();
  const { months: texts, formats } = useTexts();
  const month = at.value === null ? undefined : months[at.value];
  if (at.value === null || month === undefined) return null;
  const middle = scale.left + scale.step * (at.value + 0.5);
  const distance = scale.step / 2 + TIP_GAP;
  // Beside the column, so that it is not covered.
  const left = middle > scale.width / 2 ? middle - distance - TIP_WIDTH : middle + distance;
  return (
    <p class="tip" lang={languages.current.value} style={{ left: `${left}px`, width: `${TIP_WIDTH}px` }}>
      {texts.point(formats.month(month.year, month.month), month.count, month.average)}
    </p>
  );
}

/** The month an arrow key, Home or End leads to; null for any other key. */
export function monthByKey(key: string, at: number | null, count: number): number | null {
  const last = count - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return last;
  if (key === 'ArrowLeft') return Math.max(0, (at ?? count) - 1);
  if (key === 'ArrowRight') return Math.min(last, (at ?? -1) + 1);
  return null;
}
