// Drawings in rows of tables and lists, without axes: the figures stand beside them.

const WIDTH = 96;
const HEIGHT = 24;

/** A line of values, the newest on the right; null = unknown. Nothing with fewer than two values. */
export function Sparkline({ values, label }: { values: readonly (number | null)[]; label: string }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => 2 + (index * (WIDTH - 4)) / (values.length - 1);
  const y = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - 3 - ((value - low) / (high - low)) * (HEIGHT - 6);
  const path = values.flatMap((value, index) => (value === null ? [] : [`${x(index)},${y(value)}`]));
  const last = values.findLastIndex((value) => value !== null);
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={label}
    >
      <polyline fill="none" stroke="var(--accent)" stroke-width="1.5" points={path.join(' ')} />
      <circle fill="var(--accent)" cx={x(last)} cy={y(values[last] ?? low)} r="2.2" />
    </svg>
  );
}

/** A share of a whole as a bar in a row of a table. A share above 0 is always visible. */
export function ShareBar({ share }: { share: number }) {
  return <span class="bar" style={{ width: share === 0 ? '0' : `max(2px, ${6 * share}rem)` }} />;
}
