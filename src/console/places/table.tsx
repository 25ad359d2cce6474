import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { noticeTexts } from '../../contract/texts/outcomes.js';
import { useConsole, useTexts } from '../context.js';
import type { PlaceAnswer } from '../place/store.js';
import { formatRoute } from '../state/route.js';
import { cut, Pager } from '../ui/pager.js';
import type { PlaceLine } from './store.js';

const PAGE = 100;

/** The places as a table, in the order of the list. */
export function PlacesTable() {
  const { places } = useConsole();
  const { places: texts } = useTexts();
  const at = cut(places.lines.value, places.page.value, PAGE);
  return (
    <>
      <table class="verdicts places" aria-label={texts.table}>
        <thead>
          <tr>
            <th scope="col">{texts.number}</th>
            <th scope="col">{texts.query}</th>
            <th scope="col">{texts.place}</th>
            <th scope="col">{texts.rating}</th>
            <th scope="col">{texts.reviews}</th>
          </tr>
        </thead>
        <tbody>
          {at.rows.map((line, index) => (
            <Row key={at.first + index} line={line} number={at.first + index + 1} />
          ))}
        </tbody>
      </table>
      <Pager
        at={at}
        turn={(page) => {
          places.page.value = page;
        }}
      />
    </>
  );
}

function Row({ line, number }: { line: PlaceLine; number: number }) {
  const { places: texts, failures, place } = useTexts();
  const { query, outcome } = line;
  return (
    <tr>
      <td class="number">{number}</td>
      <td class="address">{query}</td>
      {outcome !== null && 'data' in outcome ? (
        <Found answer={outcome.data} />
      ) : (
        <>
          <td>
            {outcome === null ? (
              <span class="mark waiting">{texts.waiting}</span>
            ) : (
              <span class="bad">
                {outcome.failure.code === 'invalid_request' ? place.invalid : failures[outcome.failure.code]}
              </span>
            )}
          </td>
          <td />
          <td />
        </>
      )}
    </tr>
  );
}

function Found({ answer }: { answer: PlaceAnswer }) {
  const { places: texts, place, formats, unknown } = useTexts();
  const { languages } = useConsole();
  const { details, candidates } = answer;
  const rating = details[PLACE_FIELDS.rating];
  const count = details[PLACE_FIELDS.reviewCount];
  return (
    <>
      <td>
        <a href={formatRoute({ view: 'place', query: answer.place_id })}>
          {details[PLACE_FIELDS.name] ?? place.nameless}
        </a>
        <div class="small muted">{details[PLACE_FIELDS.address] ?? texts.noAddress}</div>
        {noticeTexts(languages.current.value, answer).map((text) => (
          <div class="small" key={text} dir="auto">
            {text}
          </div>
        ))}
        {candidates !== undefined && <div class="small">{texts.several(candidates.length)}</div>}
      </td>
      <td>
        <span class="label">{texts.rating}: </span>
        {rating === null ? (count === 0 ? '–' : unknown) : `${formats.decimal(rating)} ★`}
      </td>
      <td>
        {count === null && <span class="label">{texts.reviews}: </span>}
        {count === null ? unknown : place.reviews(count)}
      </td>
    </>
  );
}
