import type { z } from 'zod';
import type { Language } from '../../core/published/language.js';
import { REVIEW_FIELD_LIST, REVIEW_FIELD_NAMES } from '../../core/published/review-fields.js';
import type { reviewRecord } from '../../core/published/review-lines.js';
import { yesOrNo } from '../../core/texts/outcomes.js';
import { type CellValue, type Column, momentColumns } from './table.js';
import { listTexts } from './texts.js';

/** One review of a place, as `/place-reviews` lists it. */
export type ReviewRow = z.infer<typeof reviewRecord>;

/** The reviewed place, the same in every row. Null = unknown. */
export interface ReviewedPlace {
  readonly name: string | null;
  readonly placeId: string | null;
}

/** The columns of the place, which is the same in every row. Null = there are none. */
export function placeNameColumns<Row>(language: Language, place: ReviewedPlace | null): Column<Row>[] {
  if (place === null) return [];
  return [
    { header: listTexts(language)('column.place'), value: () => place.name },
    { header: 'Place ID', value: () => place.placeId },
  ];
}

/** The columns of a review: the review, then the author's characteristics, links and identifiers. */
export function reviewColumns(language: Language): Column<ReviewRow>[] {
  return COLUMNS.flatMap((name): Column<ReviewRow>[] => {
    const { published, kind, label } = REVIEW_FIELD_LIST[name];
    const value = (row: ReviewRow) => row[published] ?? null;
    if (kind === 'time') return momentColumns(label[language], (row) => dateOf(value(row)));
    const form = kind === 'link' && { form: kind };
    return [{ header: label[language], ...form, value: (row) => cellOf(value(row), language) }];
  });
}

const COLUMNS = REVIEW_FIELD_NAMES.toSorted(
  (one, other) => REVIEW_FIELD_LIST[one].column - REVIEW_FIELD_LIST[other].column,
);

type ReviewValue = ReviewRow[keyof ReviewRow] | null;

/** The tables of jobs write this Date as text. */
function dateOf(seconds: NonNullable<ReviewValue> | null): Date | null {
  return typeof seconds === 'number' ? new Date(seconds * 1000) : null;
}

function cellOf(value: NonNullable<ReviewValue> | null, language: Language): CellValue {
  if (typeof value === 'boolean') return yesOrNo(language, value);
  if (Array.isArray(value)) return value.map(({ url }) => url).join('\n');
  return value;
}
