import { type Language, yesOrNo } from '../language.js';
import type { BulkLine, Verdict } from '../lines.js';
import { reasonText } from '../texts/outcomes.js';
import type { Column } from './table.js';

type ErrorLine = Extract<BulkLine, { type: 'error' }>;

/** The result of one link of a bulk check; the console writes error messages of its own. */
export type VerdictRow =
  | Verdict
  | (Omit<ErrorLine, 'error'> & { readonly error: { readonly code: string; readonly message: string } });

/** The columns of a bulk check, one row per link. Links without a result have empty result columns. */
export function verdictColumns(language: Language): Column<VerdictRow>[] {
  const pl = language === 'pl';
  return [
    { header: pl ? 'Lp.' : 'No.', value: (row) => row.index + 1 },
    { header: pl ? 'Link do opinii' : 'Review link', value: (row) => row.review_url },
    {
      header: pl ? 'Widoczna' : 'Visible',
      value: (row) => (row.type === 'result' ? yesOrNo(language, row.is_visible) : null),
    },
    {
      header: pl ? 'Powód' : 'Reason',
      value: (row) => (row.type === 'result' ? reasonText(language, row.visibility_reason) : null),
    },
    {
      header: pl ? 'Kod powodu' : 'Reason code',
      value: (row) => (row.type === 'result' ? row.visibility_reason : null),
    },
    {
      header: pl ? 'Sprawdzono' : 'Checked at',
      value: (row) => (row.type === 'result' ? row.checked_at : null),
    },
    {
      header: pl ? 'Błąd' : 'Error',
      value: (row) => (row.type === 'error' ? row.error.message : null),
    },
    {
      header: pl ? 'Kod błędu' : 'Error code',
      value: (row) => (row.type === 'error' ? row.error.code : null),
    },
  ];
}
