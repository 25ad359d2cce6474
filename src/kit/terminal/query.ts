import { refusalOf } from '../../core/errors.js';
import { classifyQuery } from '../../core/identifiers/classify.js';
import { identifiersIn } from '../../core/identifiers/find-link.js';
import { classifyReviewLink } from '../../core/identifiers/review-url.js';
import { pastedQuery } from '../lists/links-in-lists.js';
import { EXIT, ExitError } from './exit.js';
import { plainLine } from './plain-text.js';
import type { CliTexts } from './texts.js';

// Finds the place or review in the argument of a command, which may be a text shared from a phone, with a link inside.

/** Returns the link or identifier in a text, or the whole text as a name. @throws ExitError for a link to a review */
export function placeQuery(text: string, t: CliTexts): string {
  const pasted = pastedQuery(text);
  if (pasted.kind === 'place') return pasted.query;
  const command = commandFor('review', pasted.url);
  throw new ExitError(EXIT.usage, t('queries.isReview', { command }));
}

/** Returns the identifier inside a link, if the link holds one; otherwise the same as `placeQuery`. */
export function placeIdQuery(text: string, t: CliTexts): string {
  const query = placeQuery(text, t);
  return identifiersIn(query)[0] ?? query;
}

/** Returns the link in a text if it may lead to a review. @throws ExitError for a place */
export function reviewLink(text: string, t: CliTexts): string {
  const pasted = pastedQuery(text);
  if (pasted.kind === 'review') return pasted.url;
  const { query } = pasted;
  const kind = kindOf(query);
  if (kind === 'unclear') return query;
  const command = commandFor('all', query);
  throw new ExitError(EXIT.usage, t(kind === 'name' ? 'queries.isName' : 'queries.isPlace', { command }));
}

/** `unclear`: a review, a share link, or a text that the service explains better. */
function kindOf(query: string): 'place' | 'name' | 'unclear' {
  const isReview = refusalOf(() => classifyReviewLink(query)) === null;
  if (isReview || refusalOf(() => classifyQuery(query)) !== null) return 'unclear';
  const { kind } = classifyQuery(query);
  return kind === 'share_link' ? 'unclear' : kind === 'name' ? 'name' : 'place';
}

function commandFor(command: string, text: string): string {
  return `place-lookup ${command} "${plainLine(text).replaceAll('"', '')}"`;
}
