import { useConsole, useTexts } from '../context.js';
import { SORTS, type Sort, STAR_CHOICES, type StarChoice } from './arrange.js';

/** Star filter, order and search. */
export function ReviewControls() {
  const { reviews } = useConsole();
  const { reviews: texts } = useTexts();
  const { arrangement } = reviews;
  const { stars, sort, search } = arrangement.value;
  const toggle = (choice: StarChoice) => {
    const next = new Set(stars);
    if (!next.delete(choice)) next.add(choice);
    arrangement.value = { ...arrangement.value, stars: next };
  };
  return (
    <div class="controls">
      <fieldset class="chips">
        <legend>{texts.starFilter}</legend>
        {STAR_CHOICES.map((choice) => (
          <label key={choice}>
            <input type="checkbox" checked={stars.has(choice)} onChange={() => toggle(choice)} />
            <span>
              {choice === null ? (
                texts.noStars
              ) : (
                <>
                  <span aria-hidden="true">{choice} ★</span>
                  <span class="unseen">{texts.starsShort(choice)}</span>
                </>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <div>
        <label for="reviews-sort">{texts.sort}</label>
        <select
          id="reviews-sort"
          value={sort}
          onChange={(event) => {
            arrangement.value = { ...arrangement.value, sort: event.currentTarget.value as Sort };
          }}
        >
          {SORTS.map((name) => (
            <option key={name} value={name}>
              {texts.sorts[name]}
            </option>
          ))}
        </select>
      </div>
      <div class="grow">
        <label for="reviews-search">{texts.search}</label>
        <input
          id="reviews-search"
          type="search"
          value={search}
          autocomplete="off"
          onInput={(event) => {
            arrangement.value = { ...arrangement.value, search: event.currentTarget.value };
          }}
        />
      </div>
    </div>
  );
}
