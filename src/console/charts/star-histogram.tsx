import { useTexts } from '../../kit/ui/context.js';
import { Table } from '../../kit/ui/data-table.js';
import type { Texts } from '../../kit/ui/texts.js';
import { starCounts } from '../place/place-line.js';
import type { PlaceAnswer } from '../place/place-store.js';

interface StarShare {
  readonly stars: number;
  readonly count: number;
  readonly share: number;
}

/** The rating distribution: a table with a bar in each row. */
export function StarHistogram({ details }: { details: PlaceAnswer['details'] }) {
  const { histogram, formats } = useTexts();
  const rows = starShares(details);
  if (rows === null) return <p class="muted">{histogram.unknown}</p>;
  return (
    <figure class="histogram">
      <figcaption>{histogram.title}</figcaption>
      <Table
        class="figures"
        name={histogram.title}
        rows={rows}
        keyOf={({ stars }) => stars}
        columns={[
          { header: histogram.stars, isRowHeading: true, cell: ({ stars }) => `${stars} ★` },
          { header: histogram.count, cell: ({ count }) => formats.number(count) },
          { header: histogram.share, cell: (row) => <Share row={row} /> },
        ]}
      />
    </figure>
  );
}

function Share({ row: { count, share } }: { row: StarShare }) {
  const { formats } = useTexts();
  // A count above 0 is always visible.
  const width = count === 0 ? '0' : `max(2px, ${6 * share}rem)`;
  return (
    <>
      <span class="bar" style={{ width }} /> {formats.percent(share)}
    </>
  );
}

/** The rating distribution in a row of a table: five bars, five stars first. */
export function StarBars({ details }: { details: PlaceAnswer['details'] }) {
  const { histogram, unknown } = useTexts();
  const rows = starShares(details);
  if (rows === null) return unknown;
  const highest = Math.max(...rows.map(({ share }) => share), Number.MIN_VALUE);
  return (
    <svg viewBox="0 0 70 28" width="70" height="28" role="img" aria-label={summaryOf(histogram, rows)}>
      {rows.map(({ stars, count, share }, index) => {
        const height = count === 0 ? 1 : Math.max(2, (share / highest) * 28);
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
  const known = starCounts(details);
  const counts = known.filter((count) => count !== null);
  if (counts.length < known.length) return null;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, index) => ({ stars: 5 - index, count, share: all === 0 ? 0 : count / all }));
}
