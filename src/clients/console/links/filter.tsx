import { useConsole, useTexts } from '../context.js';
import { fits } from './store.js';

const FILTERS = ['all', 'visible', 'hidden', 'failed'] as const;

/** The filter. "Not checked" is offered only when there are such rows. */
export function LinkFilterChips() {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const { shown, rows, left } = links;
  const { filter } = shown.value;
  const hasUnchecked = filter === 'waiting' || (left.value !== null && links.counts.value.waiting > 0);
  const names = hasUnchecked ? [...FILTERS, 'waiting' as const] : FILTERS;
  return (
    <fieldset class="chips">
      <legend class="unseen">{texts.filter}</legend>
      {names.map((name) => (
        <label key={name}>
          <input
            type="radio"
            name="link-filter"
            checked={filter === name}
            onChange={() => {
              shown.value = { filter: name, page: 0 };
            }}
          />
          <span>
            {texts.filtered(texts.filters[name], rows.value.filter((row) => fits(row, name)).length)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
