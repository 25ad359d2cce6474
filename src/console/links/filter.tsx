import { useConsole, useTexts } from '../context.js';
import type { LinkFilter } from './rows.js';

const FILTERS = ['all', 'visible', 'hidden', 'failed'] as const;

/** The filter. "Changed" is offered only where there was an earlier check, "not checked" where there are such rows. */
export function LinkFilterChips() {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const { shown, left } = links;
  const { filter } = shown.value;
  const hasUnchecked = filter === 'waiting' || (left.value !== null && links.counts.value.waiting > 0);
  const hasEarlier = filter === 'changed' || links.compared.value !== null;
  const names: LinkFilter[] = [
    ...FILTERS,
    ...(hasUnchecked ? (['waiting'] as const) : []),
    ...(hasEarlier ? (['changed'] as const) : []),
  ];
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
          <span>{texts.filtered(texts.filters[name], links.fits.value[name])}</span>
        </label>
      ))}
    </fieldset>
  );
}
