import { caveatText } from '../../contract/texts/outcomes.js';
import { useConsole, useTexts } from '../context.js';
import { CopyButton } from '../ui/copy-button.js';
import {
  type Arrangement,
  isUnfiltered,
  MARKS,
  type Mark,
  SORTS,
  type Sort,
  STAR_CHOICES,
  type StarChoice,
  UNFILTERED,
} from './arrange.js';

/** Filters, order and search. All of them are part of the address. */
export function ReviewControls() {
  const { reviews, viewAddress, languages } = useConsole();
  const { reviews: texts } = useTexts();
  const { arrangement } = reviews;
  const { stars, marks, from, to, sort, search } = arrangement.value;
  const change = (changes: Partial<Arrangement>) => {
    arrangement.value = { ...arrangement.value, ...changes };
  };
  return (
    <div class="controls">
      <fieldset class="chips">
        <legend>{texts.starFilter}</legend>
        {STAR_CHOICES.map((choice) => (
          <label key={choice}>
            <input
              type="checkbox"
              checked={stars.has(choice)}
              onChange={() => change({ stars: toggled<StarChoice>(stars, choice) })}
            />
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
      <fieldset class="chips">
        <legend>{texts.marksLegend}</legend>
        {MARKS.map((mark) => (
          <label key={mark}>
            <input
              type="checkbox"
              checked={marks.has(mark)}
              onChange={() => change({ marks: toggled<Mark>(marks, mark) })}
            />
            <span>{texts.marks[mark]}</span>
          </label>
        ))}
        {marks.has('unanswered') && <p class="small muted">{caveatText(languages.current.value, 'reply')}</p>}
      </fieldset>
      <div>
        <label for="reviews-from">{texts.from}</label>
        <input
          id="reviews-from"
          type="date"
          value={from}
          max={to === '' ? undefined : to}
          onInput={(event) => change({ from: event.currentTarget.value })}
        />
      </div>
      <div>
        <label for="reviews-to">{texts.to}</label>
        <input
          id="reviews-to"
          type="date"
          value={to}
          min={from === '' ? undefined : from}
          onInput={(event) => change({ to: event.currentTarget.value })}
        />
      </div>
      <div>
        <label for="reviews-sort">{texts.sort}</label>
        <select
          id="reviews-sort"
          value={sort}
          onChange={(event) => {
            change({ sort: event.currentTarget.value as Sort });
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
            change({ search: event.currentTarget.value });
          }}
        />
      </div>
      <div class="actions">
        {!isUnfiltered(arrangement.value) && (
          <button type="button" class="quiet" onClick={() => change({ ...UNFILTERED, sort })}>
            {texts.clear}
          </button>
        )}
        <CopyButton text={viewAddress()} name={texts.shareName} label={texts.share} />
      </div>
    </div>
  );
}

function toggled<T>(chosen: ReadonlySet<T>, choice: T): ReadonlySet<T> {
  const next = new Set(chosen);
  if (!next.delete(choice)) next.add(choice);
  return next;
}
