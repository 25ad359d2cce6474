import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import { useTexts } from '../../kit/ui/context.js';
import { Table } from '../../kit/ui/data-table.js';
import type { PlaceAnswer } from '../place/place-store.js';

interface StarShare {
  readonly stars: number;
  readonly count: number;
  readonly share: number;
}

/** The rating distribution: a table with a bar in each row. */
export function StarHistogram({ details }: { details: PlaceAnswer['details'] }) {
  const { t, formats } = useTexts();
  const rows = starShares(details);
  if (rows === null) return <p class="muted">{t('histogram.unknown')}</p>;
  return (
    <figure class="histogram">
      <figcaption>{t('histogram.title')}</figcaption>
      <Table
        class="figures"
        name={t('histogram.title')}
        rows={rows}
        keyOf={({ stars }) => stars}
        columns={[
          { header: t('histogram.stars'), isRowHeading: true, cell: ({ stars }) => `${stars} ★` },
          { header: t('histogram.count'), cell: ({ count }) => formats.number(count) },
          {
            header: t('histogram.share'),
            cell: ({ share }) => (
              <>
                <span class="bar" style={{ width: share && `max(2px, (100% - 3.5rem) * ${share})` }} />{' '}
                {formats.percent(share)}
              </>
            ),
          },
        ]}
      />
    </figure>
  );
}

const STARS = ['fiveStars', 'fourStars', 'threeStars', 'twoStars', 'oneStar'] as const;

/** The counts and shares from five stars to one star; null when one of the counts is unknown. */
function starShares(details: PlaceAnswer['details']): StarShare[] | null {
  const counts = STARS.flatMap((field) => details[PLACE_FIELDS[field]] ?? []);
  if (counts.length < STARS.length) return null;
  const all = counts.reduce((sum, count) => sum + count, 0);
  return counts.map((count, index) => ({ stars: 5 - index, count, share: all === 0 ? 0 : count / all }));
}
