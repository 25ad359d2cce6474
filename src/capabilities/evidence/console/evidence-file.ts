import type { Language } from '../../../core/published/language.js';
import { MAX_EXCERPT } from '../../../core/published/review-fields.js';
import type { Api } from '../../../kit/client/api.js';
import { evidenceFileNames } from '../../../kit/lists/file-name.js';
import { wallClock } from '../../../kit/lists/table.js';
import { kindOf, type LinkRow, sightingBefore } from '../../../kit/ui/links/link-rows.js';
import { namedFileOf } from '../../../kit/ui/state/service.js';
import type { SeenEarlier } from '../published.js';
import { MAX_SEEN_AUTHOR } from '../values.js';

/** Characters of a text, so that it fits in an address. */
const MAX_TEXT = 500;

/** A link, and the review as an earlier check saw it; null = no check saw it, or it is visible now. */
interface EvidenceLink {
  readonly url: string;
  readonly seen: SeenEarlier | null;
}

/** The link of a row for `evidenceFile`. */
export function evidenceLink(row: LinkRow): EvidenceLink {
  const sighting = kindOf(row) === 'hidden' ? sightingBefore(row) : null;
  if (sighting === null) return { url: row.url, seen: null };
  const { author_name: author, stars, text_excerpt: excerpt, review_text: whole } = sighting.review;
  const text = whole ?? excerpt;
  // The text may go on after a full excerpt.
  const max = whole == null ? MAX_EXCERPT - 1 : MAX_TEXT;
  const seen = {
    author: author === null ? undefined : cut(author, MAX_SEEN_AUTHOR),
    rating: stars ?? undefined,
    text: text === null ? undefined : cut(text, max),
    on: sighting.checkedAt.slice(0, 10),
  };
  return { url: row.url, seen };
}

/** A text that was cut ends with an ellipsis, within `max` characters. */
function cut(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join('')}…`;
}

/**
 * Has the service make the evidence pack of a link. Returns the file and its name. @throws RequestFailed, also when the
 * service cannot prove the verdict
 */
export async function evidenceFile(
  api: Api,
  language: Language,
  { url, seen }: EvidenceLink,
): Promise<readonly [content: Blob, name: string]> {
  const { author, rating, text, on } = seen ?? {};
  const query = {
    ...{ url, lang: language, seen_author: author, seen_text: text, seen_on: on },
    seen_rating: rating === undefined ? undefined : String(rating),
  };
  const { name } = evidenceFileNames(wallClock(new Date()) ?? '', language, { place: null, author: null });
  return namedFileOf(api, { path: 'review-evidence', query, retries: 1 }, 'application/zip', name);
}
