import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { useTexts } from '../context.js';
import { formatRoute } from '../state/route.js';
import type { PlaceAnswer } from './store.js';

type Candidates = NonNullable<PlaceAnswer['candidates']>;

/** The results of the search behind the first one, which is shown. */
export function OtherResults({ candidates }: { candidates: Candidates }) {
  const { place: texts, formats, unknown } = useTexts();
  return (
    <section class="notice others" aria-labelledby="others-title">
      <p id="others-title">
        <strong>{texts.firstOf(candidates.length)}</strong>
      </p>
      <ol start={2}>
        {candidates.slice(1).map((candidate) => {
          const rating = candidate[PLACE_FIELDS.rating];
          return (
            <li key={candidate.place_id}>
              <a href={formatRoute({ view: 'place', query: candidate.place_id })}>
                {candidate[PLACE_FIELDS.name] ?? texts.nameless}
              </a>
              {` – ${candidate[PLACE_FIELDS.address] ?? unknown}, `}
              {rating === null ? unknown : `${formats.decimal(rating)} ★`}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
