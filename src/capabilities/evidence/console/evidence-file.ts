import type { Language } from '../../../core/published/language.js';
import { MAX_EXCERPT } from '../../../core/published/review-fields.js';
import type { Api } from '../../../kit/client/api.js';
import { evidenceFileName } from '../../../kit/lists/file-name.js';
import { wallClock } from '../../../kit/lists/table.js';
import { kindOf, type LinkRow, sightingBefore } from '../../../kit/ui/links/link-rows.js';
import { namedFileOf } from '../../../kit/ui/state/service.js';
import type { SeenEarlier } from '../published.js';
import { MAX_EVIDENCE_LINKS, MAX_SEEN_AUTHOR } from '../values.js';

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
 * Has the service make an evidence pack for one link, or a ZIP of packs for at most 50 links. Returns the file and its
 * name. @throws RequestFailed, also when the service cannot prove the verdict of the only link
 */
export async function evidenceFile(
  api: Api,
  language: Language,
  links: readonly EvidenceLink[],
): Promise<readonly [content: Blob, name: string]> {
  const [link, ...others] = links;
  const asked =
    others.length === 0
      ? { query: { ...queryOf(link), lang: language } }
      : {
          body: {
            links: links.map(({ url, seen }) => (seen === null ? url : { url, seen })),
            lang: language,
          },
        };
  const name = evidenceFileName(wallClock(new Date()) ?? '', language);
  return namedFileOf(api, { path: 'review-evidence', ...asked, retries: 1 }, 'application/zip', name);
}

function queryOf(link: EvidenceLink | undefined) {
  const { author, rating, text, on } = link?.seen ?? {};
  const stars = rating === undefined ? undefined : String(rating);
  return { url: link?.url, seen_author: author, seen_rating: stars, seen_text: text, seen_on: on };
}

/** The rows in parts that one request takes each, with the position of the first and the last row, from 1. */
export function evidenceParts(rows: readonly LinkRow[]) {
  return Array.from({ length: Math.ceil(rows.length / MAX_EVIDENCE_LINKS) }, (_, index) => {
    const links = rows.slice(index * MAX_EVIDENCE_LINKS, (index + 1) * MAX_EVIDENCE_LINKS);
    const from = index * MAX_EVIDENCE_LINKS + 1;
    return { from, to: from + links.length - 1, links };
  });
}
