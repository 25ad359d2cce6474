import { useConsole, useTexts } from '../context.js';
import { fits, type LinkFilter } from './rows.js';
import type { TableRow } from './table-rows.js';

const FILTERS = ['all', 'visible', 'hidden', 'failed'] as const;

/** The filter. "Changed" is offered only where there was an earlier check, "not checked" where there are such rows. */
export function LinkFilterChips({ rows }: { rows: readonly TableRow[] }) {
  const { links } = useConsole();
  const { links: texts } = useTexts();
  const { shown, left } = links;
  const { filter } = shown.value;
  const hasUnchecked = filter === 'waiting' || (left.value !== null && links.counts.value.waiting > 0);
  const hasEarlier =
    filter === 'changed' || rows.some(({ link }) => (link?.earlier.verdict ?? null) !== null);
  const names: LinkFilter[] = [
    ...FILTERS,
    ...(hasUnchecked ? (['waiting'] as const) : []),
    ...(hasEarlier ? (['changed'] as const) : []),
  ];
  const count = (name: LinkFilter) =>
    name === 'all' ? rows.length : rows.filter(({ link }) => link !== null && fits(link, name)).length;
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
          <span>{texts.filtered(texts.filters[name], count(name))}</span>
        </label>
      ))}
    </fieldset>
  );
}
