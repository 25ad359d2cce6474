import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import { Shares } from '../../kit/ui/charts/small.js';
import { useTexts } from '../../kit/ui/context.js';
import type { PlaceRow } from '../place/place-line.js';
import { starShares, summaryOf } from './star-histogram.js';

const MAX_PLACES = 10;

/** The rating distributions of the first places of the table, one bar for each place. */
export function PlaceChart({ rows }: { rows: readonly PlaceRow[] }) {
  const allTexts = useTexts();
  const { t, places: texts, formats } = allTexts;
  const byPlace = new Map(rows.flatMap(({ found }) => (found === null ? [] : [[found.now.placeId, found]])));
  const shown = [...byPlace.values()].slice(0, MAX_PLACES);
  if (shown.length < 2) return null;
  return (
    <details>
      <summary>{texts.chart(shown.length)}</summary>
      <figure class="compared">
        <figcaption class="small">{t('places.chartColours')}</figcaption>
        <ol>
          {shown.map(({ answer, now: { placeId, rating, count } }) => {
            const shares = starShares(answer.details);
            return (
              <li key={placeId}>
                {answer.details[PLACE_FIELDS.name] ?? t('place.nameless')}:{' '}
                {rating === null ? t('unknown') : `${formats.decimal(rating)} ★`},{' '}
                {count === null ? t('unknown') : t('count.reviews', { count })}
                {shares === null ? (
                  <div class="small muted">{t('histogram.unknown')}</div>
                ) : (
                  <Shares shares={shares.map(({ share }) => share)} label={summaryOf(allTexts, shares)} />
                )}
              </li>
            );
          })}
        </ol>
      </figure>
    </details>
  );
}
