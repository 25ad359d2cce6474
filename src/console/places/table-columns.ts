import type { Language } from '../../contract/language.js';
import { placeColumns } from '../../lists/place-columns.js';
import type { Column } from '../../lists/table.js';
import type { Texts } from '../texts/pl.js';
import { type PlaceLine, STOPPED } from './store.js';

/** The columns of many places, one row a line of the list; a place without a result has the reason. */
export function placeListColumns(
  language: Language,
  { places, links, failures }: Texts,
): Column<PlaceLine>[] {
  const [query, ...columns] = placeColumns(language);
  const failureOf = ({ outcome }: PlaceLine) => {
    if (outcome === null) return STOPPED;
    return 'failure' in outcome ? outcome.failure : null;
  };
  return [
    { header: query?.header ?? places.query, value: (line) => line.query },
    ...columns.map(({ value, ...column }) => ({
      ...column,
      value: ({ outcome }: PlaceLine) => (outcome !== null && 'data' in outcome ? value(outcome.data) : null),
    })),
    { header: links.columns.checked, value: ({ at }) => at },
    {
      header: places.error,
      value: (line) => {
        const failure = failureOf(line);
        return failure === null ? null : failures[failure.code];
      },
    },
    { header: places.errorCode, value: (line) => failureOf(line)?.code ?? null },
  ];
}
