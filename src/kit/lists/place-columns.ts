import type { z } from 'zod';
import type { Language } from '../../core/published/language.js';
import type { allData } from '../../core/published/place-answer.js';
import { PLACE_FIELD_LIST, PLACE_FIELD_NAMES, PLACE_FIELDS } from '../../core/published/place-fields.js';
import { noticeTexts, yesOrNo } from '../../core/texts/outcomes.js';
import type { Column } from './table.js';
import { listTexts } from './texts.js';

type All = z.infer<typeof allData>;

/** A place as `/all` returns it; `/details` returns only `place_id` and `details`. */
export type PlaceRow = Pick<All, 'place_id' | 'details'> &
  Partial<Omit<All, 'place_id' | 'details'>> & {
    /** When the place was read, `YYYY-MM-DD HH:MM:SS`; absent for an answer that is shown at once. */
    readonly checked_at?: string | undefined;
  };

/** How the place of an answer was found; null if the answer does not say it. `fitting`: how many places fit the name. */
export function foundBy(language: Language, source: PlaceRow['source'], fitting = 1): string | null {
  const byName = fitting > 1 ? 'found.several' : 'found.search';
  const found = source === 'search_result' ? byName : 'found.exact';
  return source === undefined ? null : listTexts(language)(found, { value: fitting });
}

/** Says with name and address that a place was found by its name alone; null for any other place. */
export function foundByNameText(language: Language, row: PlaceRow): string | null {
  const { source, details, candidates } = row;
  if (source !== 'search_result') return null;
  const place = [details[PLACE_FIELDS.name], details[PLACE_FIELDS.address]].filter((text) => text !== null);
  const found = `${listTexts(language)('column.found')}: ${foundBy(language, source, candidates?.length)}`;
  return [found, place.join(', ')].filter(Boolean).join(' – ');
}

/** The columns of places, one row per place. */
export function placeColumns(language: Language): Column<PlaceRow>[] {
  const t = listTexts(language);
  return [
    { header: t('column.query'), value: (row) => row.query ?? null },
    { header: t('column.found'), value: (row) => foundBy(language, row.source, row.candidates?.length) },
    { header: 'Place ID', value: (row) => row.place_id },
    // The CID comes after the facts, beside the links.
    ...[...PLACE_FIELD_NAMES.filter((name) => name !== 'cid'), 'cid' as const].map((name) => ({
      header: PLACE_FIELD_LIST[name].label[language],
      value: (row: PlaceRow) => row.details[PLACE_FIELDS[name]],
    })),
    {
      header: t('column.permanentlyClosed'),
      // Never "no": the provider does not say that a place is open.
      value: (row) => yesOrNo(language, row.permanently_closed ?? null),
    },
    { header: t('column.notices'), value: (row) => noticeTexts(language, row).join(' ') || null },
    { header: 'Link (Place ID)', form: 'link', value: (row) => row.maps_url ?? null },
    { header: 'Link (CID)', form: 'link', value: (row) => row.maps_cid_url ?? null },
  ];
}
