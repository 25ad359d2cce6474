import type { VerdictRow } from '../lists/verdict-columns.js';

/** Remembers the name of a place that a result shows. */
export function notePlaceName(names: Map<string, string>, row: VerdictRow): void {
  const { place_id: id, place_name: name } = (row.type === 'result' ? row.review : null) ?? {};
  if (id != null && name != null) names.set(id, name);
}

/** The same place has the same name in every row, also where only another page showed it. */
export function withPlaceName<Row extends VerdictRow>(row: Row, names: ReadonlyMap<string, string>): Row {
  if (row.type !== 'result' || row.review == null || row.review.place_name !== null) return row;
  const name = names.get(row.review.place_id ?? '');
  return name === undefined ? row : { ...row, review: { ...row.review, place_name: name } };
}
