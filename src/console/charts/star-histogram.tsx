import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { useTexts } from '../context.js';
import type { PlaceAnswer } from '../place/store.js';
import { Table } from '../ui/table.js';

const FIELDS = ['fiveStars', 'fourStars', 'threeStars', 'twoStars', 'oneStar'] as const;
const ROW = 30;
const BAR = { left: 34, width: 210, height: 16 };
const SIZE = { width: 360, height: FIELDS.length * ROW };

interface Row {
  readonly stars: number;
  readonly count: number;
  readonly share: number;
}

/** The rating distribution as a chart and as a table. */
export function StarHistogram({ details }: { details: PlaceAnswer['details'] }) {
  const { histogram } = useTexts();
  const rows = rowsOf(details);
  if (rows === null) return <p class="muted">{histogram.unknown}</p>;
  const summary = rows.map(({ stars, count, share }) => histogram.row(stars, count, share)).join(', ');
  return (
    <figure class="histogram">
      <figcaption>{histogram.title}</figcaption>
      <svg
        viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
        role="img"
        aria-label={`${histogram.title}: ${summary}`}
      >
        {rows.map((row, index) => (
          <Bar key={row.stars} row={row} top={index * ROW} />
        ))}
      </svg>
      <HistogramTable rows={rows} />
    </figure>
  );
}

/** Null when one of the counts is unknown. */
function rowsOf(details: PlaceAnswer['details']): Row[] | null {
  const counts = FIELDS.map((field) => details[PLACE_FIELDS[field]]).filter((count) => count !== null);
  if (counts.length < FIELDS.length) return null;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, index) => ({ stars: 5 - index, count, share: all === 0 ? 0 : count / all }));
}

function Bar({ row, top }: { row: Row; top: number }) {
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

function HistogramTable({ rows }: { rows: readonly Row[] }) {
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
