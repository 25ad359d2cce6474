import { pathsOfText } from '../../provider/wire/text-paths.js';
import type { RawReviewPage } from './visibility.js';

/**
 * The name of the reviewed place on its card, if another source agrees: the card's link, or the data. Null otherwise:
 * the position of the name in the data is not recorded (reviews.md §6), so it is never guessed.
 */
export function shownPlaceName(raw: RawReviewPage): string | null {
  const { view } = raw;
  const heading = clean(view?.cardHeading ?? null);
  if (heading === null) return null;
  const isInLink = nameOfHref(view?.placeHref ?? null) === heading;
  return isInLink || holdsPlaceName(raw, heading) ? heading : null;
}

/** True if the data of another page of the place still holds a name that a card showed. */
export function holdsPlaceName({ data }: RawReviewPage, name: string): boolean {
  return data !== null && pathsOfText(data.answer, name).length > 0;
}

/** `/maps/place/NAME/…`; NAME may be empty. places.md §2. */
function nameOfHref(href: string | null): string | null {
  const segment = /\/maps\/place\/([^/]+)\//.exec(href ?? '')?.[1];
  if (segment === undefined) return null;
  try {
    return clean(decodeURIComponent(segment.replaceAll('+', ' ')));
  } catch {
    return null;
  }
}

function clean(text: string | null): string | null {
  const value = text?.replace(/\s+/gu, ' ').trim() ?? '';
  return value === '' ? null : value;
}
