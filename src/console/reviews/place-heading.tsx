import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { StarHistogram } from '../charts/star-histogram.js';
import { useTexts } from '../context.js';
import { PlaceNotices } from '../place/notices.js';
import type { PlaceAnswer } from '../place/store.js';
import { formatRoute } from '../state/route.js';

/** The place whose reviews are read: name, address, rating and histogram. */
export function PlaceHeading({ answer }: { answer: PlaceAnswer }) {
  const { place: texts, formats, unknown } = useTexts();
  const { details, place_id } = answer;
  const rating = details[PLACE_FIELDS.rating];
  const count = details[PLACE_FIELDS.reviewCount];
  return (
    <header class="place-heading columns">
      <div>
        <h2>
          <a href={formatRoute({ view: 'place', query: place_id })}>
            {details[PLACE_FIELDS.name] ?? texts.nameless}
          </a>
        </h2>
        <p>
          {rating === null && count === 0 ? null : (
            <strong>{rating === null ? unknown : `${formats.decimal(rating)} ★`} · </strong>
          )}
          {count === null ? unknown : texts.reviews(count)}
        </p>
        <PlaceNotices answer={answer} />
        <p class="muted">
          {[details[PLACE_FIELDS.category], details[PLACE_FIELDS.address]]
            .filter((text) => text !== null)
            .join(' · ')}
        </p>
      </div>
      <StarHistogram details={details} />
    </header>
  );
}
