import type { Language } from '../contract/language.js';
import type { OwnCell, OwnTable } from './own-table.js';
import type { Column } from './table.js';

/** The user's own columns, which stand to the left of the results. */
export function ownColumns(
  { headings, width }: Pick<OwnTable, 'headings' | 'width'>,
  language: Language,
): Column<readonly OwnCell[]>[] {
  const unnamed = language === 'pl' ? 'Kolumna' : 'Column';
  return Array.from({ length: width }, (_, index) => ({
    header: headings?.[index] || `${unnamed} ${index + 1}`,
    form: 'own' as const,
    value: (cells) => cells[index] ?? null,
  }));
}
