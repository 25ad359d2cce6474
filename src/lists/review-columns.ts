import type { z } from 'zod';
import { type Language, yesOrNo } from '../contract/language.js';
import type { reviewRecord } from '../contract/review-record.js';
import type { Column } from './table.js';

/** One review of a place, as `/place-reviews` lists it. */
export type ReviewRow = z.infer<typeof reviewRecord>;

/** The reviewed place, the same in every row. Null = unknown. */
export interface ReviewedPlace {
  readonly name: string | null;
  readonly placeId: string | null;
}

/**
 * The columns of a review list: first what people read, then the author's characteristics, links and identifiers, and
 * the place where it is given, so that rows of several lists can stand in one sheet.
 */
export function reviewColumns(language: Language, place: ReviewedPlace | null = null): Column<ReviewRow>[] {
  const ofPlace: Column<ReviewRow>[] =
    place === null
      ? []
      : [
          { header: language === 'pl' ? 'Miejsce' : 'Place', value: () => place.name },
          { header: 'Place ID', value: () => place.placeId },
        ];
  return [...reviewFields(language), ...ofPlace];
}

function reviewFields(language: Language): Column<ReviewRow>[] {
  return COLUMNS.map(([pl, en, value]) => ({
    header: language === 'pl' ? pl : en,
    ...(LINKS.has(en) && { form: 'link' as const }),
    // A table of the service has its moments as texts.
    ...((en === 'Published' || en === 'Edited') && { form: 'time' as const }),
    value: (row) => {
      const cell = value(row) ?? null;
      return typeof cell === 'boolean' ? yesOrNo(language, cell) : cell;
    },
  }));
}

/** Columns with one address each. */
const LINKS: ReadonlySet<string> = new Set([
  'Review link',
  'Report link',
  "Author's profile",
  "Author's avatar",
]);

type ReadCell = (row: ReviewRow) => string | number | boolean | Date | null | undefined;

const COLUMNS: readonly (readonly [pl: string, en: string, value: ReadCell])[] = [
  ['Gwiazdki', 'Stars', (row) => row.stars],
  ['Opublikowano', 'Published', (row) => (row.date_unix === null ? null : new Date(row.date_unix * 1000))],
  ['Edytowano', 'Edited', (row) => (row.edited_unix === undefined ? null : new Date(row.edited_unix * 1000))],
  ['Data względna', 'Relative date', (row) => row.date_text],
  ['Treść opinii', 'Review text', (row) => row.review_text],
  ['Język', 'Language', (row) => row.review_language],
  ['Autor', 'Author', (row) => row.author_name],
  ['Opinie autora', "Author's reviews", (row) => row.author_total_reviews],
  ['Zdjęcia autora', "Author's photos", (row) => row.author_total_photos],
  ['Lokalny przewodnik', 'Local guide', (row) => row.author_is_local_guide],
  ['Poziom przewodnika', 'Local guide level', (row) => row.author_local_guide_level],
  ['Odznaka autora', "Author's badge", (row) => row.author_badge_text],
  ['Zdjęcia w opinii', 'Photos in the review', (row) => row.photos_count],
  ['Polubienia', 'Likes', (row) => row.likes_count],
  ['Odpowiedź właściciela', 'Owner replied', (row) => row.has_owner_response],
  ['Treść odpowiedzi', 'Reply text', (row) => row.owner_response_text],
  ['Data odpowiedzi', 'Reply date', (row) => row.owner_response_date],
  ['Link do opinii', 'Review link', (row) => row.review_url],
  ['Link do zgłoszenia', 'Report link', (row) => row.report_url],
  ['Profil autora', "Author's profile", (row) => row.author_profile_url],
  ['Awatar autora', "Author's avatar", (row) => row.author_avatar_url],
  ['Linki do zdjęć', 'Photo links', (row) => row.photos.map(({ url }) => url).join('\n')],
  ['ID autora', 'Author ID', (row) => row.author_id],
  ['ID opinii', 'Review ID', (row) => row.review_id],
];
