/** The ends of an axis of values, and the values with a line. */
export interface Scale {
  readonly from: number;
  readonly to: number;
  readonly rules: readonly number[];
}

/** A text below the chart. `row`: 0 or 1. */
export interface Tick {
  readonly at: number;
  readonly text: string;
  readonly row?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
}

export const STAR_SCALE: Scale = { from: 1, to: 5, rules: [1, 3, 5] };

/**
 * An axis that begins near the lowest value, if zero would make a flat line of the values; its title must say so.
 * `step`: between the ends of the axis and its middle, at least; `most`, `lowest`: the ends of what can be.
 */
export function closeScale(
  values: readonly (number | null)[],
  { step, most = Number.POSITIVE_INFINITY, lowest = 0 }: { step: number; most?: number; lowest?: number },
): Scale {
  const known = values.filter((value) => value !== null);
  const [low, high] = known.length === 0 ? [0, 0] : [Math.min(...known), Math.max(...known)];
  const needed = (high - low) / step / 2;
  const size = step * (STEPS.find((some) => some >= needed) ?? roundUp(needed));
  const least = Math.max(lowest, Math.floor(low / size) * size);
  const to = Math.min(most, Math.max(least + 2 * size, Math.ceil(high / size) * size));
  const from = Math.max(lowest, Math.min(least, to - 2 * size));
  return { from, to, rules: [from, (from + to) / 2, to] };
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** The next number with one digit before zeros: 1, 2, 4, 6, 8, 10, 20. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const found = [1, 2, 4, 6, 8, 10, 20].map((factor) => factor * power).find((edge) => edge >= value);
  return Math.max(2, found ?? value);
}
