import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { useTexts } from '../context.js';
import type { PlaceAnswer } from '../place/store.js';
import type { Texts } from '../texts.js';
import { Table } from '../ui/table.js';

const FIELDS = ['fiveStars', 'fourStars', 'threeStars', 'twoStars', 'oneStar'] as const;
const ROW = 30;
const BAR = { left: 34, width: 210, height: 16 };
const SIZE = { width: 360, height: FIELDS.length * ROW };

interface StarShare {
  readonly stars: number;
  readonly count: number;
  readonly share: number;
}

/** The rating distribution as a chart and as a table. */
export function StarHistogram({ details }: { details: PlaceAnswer['details'] }) {
  const { histogram } = useTexts();
  const rows = starShares(details);
  if (rows === null) return <p class="muted">{histogram.unknown}</p>;
  return (
    <figure class="histogram">
      <figcaption>{histogram.title}</figcaption>
      <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={summaryOf(histogram, rows)}>
        {rows.map((row, index) => (
          <Bar key={row.stars} row={row} top={index * ROW} />
        ))}
      </svg>
      <HistogramTable rows={rows} />
    </figure>
  );
}

/** The rating distribution in a row of a table: five bars, five stars first. */
export function StarBars({ details }: { details: PlaceAnswer['details'] }) {
  const { histogram, unknown } = useTexts();
  const rows = starShares(details);
  if (rows === null) return unknown;
  const most = Math.max(...rows.map(({ share }) => share), Number.MIN_VALUE);
  return (
    <svg viewBox="0 0 70 28" width="70" height="28" role="img" aria-label={summaryOf(histogram, rows)}>
      {rows.map(({ stars, count, share }, index) => {
        const height = count === 0 ? 1 : Math.max(2, (share / most) * 28);
        return (
          <rect key={stars} fill="var(--bar)" x={index * 14} y={28 - height} width="11" height={height} />
        );
      })}
    </svg>
  );
}

/** The distribution in words. */
export function summaryOf({ title, row }: Texts['histogram'], rows: readonly StarShare[]): string {
  return `${title}: ${rows.map(({ stars, count, share }) => row(stars, count, share)).join(', ')}`;
}

/** The counts and shares from five stars to one star; null when one of the counts is unknown. */
export function starShares(details: PlaceAnswer['details']): StarShare[] | null {
  const counts = FIELDS.map((field) => details[PLACE_FIELDS[field]]).filter((count) => count !== null);
  if (counts.length < FIELDS.length) return null;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, index) => ({ stars: 5 - index, count, share: all === 0 ? 0 : count / all }));
}

function Bar({ row, top }: { row: StarShare; top: number }) {
  const { formats } = useTexts();
  const middle = top + ROW / 2;
  // A count above 0 is always visible.
  const width = row.count === 0 ? 0 : Math.max(2, row.share * BAR.width);
  const bar = { x: BAR.left, y: middle - BAR.height / 2, height: BAR.height, rx: 3 };
  return (
    <g>
      <text x={BAR.left - 8} y={middle} text-anchor="end" dominant-baseline="central">
        {row.stars} ★
      </text>
      <rect fill="var(--track)" {...bar} width={BAR.width} />
      <rect fill="var(--bar)" {...bar} width={width} />
      <text
        x={BAR.left + BAR.width + 8}
        y={middle}
        fill="var(--ink)"
        font-size="13"
        dominant-baseline="central"
      >
        {formats.number(row.count)} · {formats.percent(row.share)}
      </text>
    </g>
  );
}

function HistogramTable({ rows }: { rows: readonly StarShare[] }) {
  const { histogram, table, formats } = useTexts();
  return (
    <details>
      <summary>{table}</summary>
      <Table
        class="figures"
        rows={rows}
        keyOf={({ stars }) => stars}
        columns={[
          { header: histogram.stars, isRowHeading: true, cell: ({ stars }) => stars },
          { header: histogram.count, cell: ({ count }) => formats.number(count) },
          { header: histogram.share, cell: ({ share }) => formats.percent(share) },
        ]}
      />
    </details>
  );
}
