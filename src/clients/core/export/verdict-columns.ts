import type { z } from 'zod';
import type { bulkVisibilityLine } from '../../../http/contract/review.js';
import { type Column, type Language, type Words, yesOrNo } from './table.js';

type Line = z.infer<typeof bulkVisibilityLine>;
type ErrorLine = Extract<Line, { type: 'error' }>;

/** A line of the bulk check about one link: a verdict, or why there is none, which a client may say itself. */
export type VerdictRow =
  | Extract<Line, { type: 'result' }>
  | (Omit<ErrorLine, 'error'> & { readonly error: { readonly code: string; readonly message: string } });

type Reason = Extract<Line, { type: 'result' }>['visibility_reason'];

const REASONS: Readonly<Record<Reason, Words>> = {
  visible: { pl: 'opinia jest widoczna', en: 'the review is visible' },
  no_business_data: {
    pl: 'strona otwiera się bez danych miejsca',
    en: 'the page opens without any data of the place',
  },
  no_business_card: {
    pl: 'brak wizytówki miejsca – opinia została usunięta',
    en: 'no card of the place: the review was removed',
  },
  no_rating_section: {
    pl: 'wizytówka jest, opinii pod nią nie ma – jest ukryta lub już niedostępna',
    en: 'the card is there, the review is not: it is hidden or no longer available',
  },
  no_rating: {
    pl: 'opinia bez gwiazdek – nie jest widoczna',
    en: 'a review without stars: it is not visible',
  },
};

/** A visibility code in plain words; an unknown one is written as it is. */
export function reasonWords(language: Language, reason: string): string {
  if (isKnown(reason)) return REASONS[reason][language];
  return `${language === 'pl' ? 'nieznany powód' : 'unknown reason'}: ${reason}`;
}

function isKnown(reason: string): reason is Reason {
  return Object.hasOwn(REASONS, reason);
}

/** The columns of a bulk check, one row a link. A row without a verdict leaves the verdict empty. */
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
      value: (row) => (row.type === 'result' ? reasonWords(language, row.visibility_reason) : null),
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
