import { pastedQuery } from '../clients/place-query.js';
import { isAppError } from '../contract/errors.js';
import { classifyQuery } from '../identifiers/classify.js';
import { classifyReviewLink } from '../identifiers/review-url.js';
import { identifiersIn } from '../lists/link-list.js';
import { EXIT, ExitError } from './exit.js';
import { plainLine } from './text.js';
import type { CliTexts } from './texts/pl.js';

// What the argument of a command names. It may be a whole text as a phone shares it, with a link inside.

/** The link or identifier in a text, without any the whole text, as a name. @throws ExitError for a link to a review */
export function placeQuery(text: string, texts: CliTexts): string {
  const pasted = pastedQuery(text);
  if (pasted.kind === 'place') return pasted.query;
  const command = commandFor('review', pasted.url);
  throw new ExitError(EXIT.usage, texts.queries.isReview(command));
}

/** The same for a command that takes identifiers: the one that a link holds in its text, if it holds any. */
export function placeIdQuery(text: string, texts: CliTexts): string {
  const query = placeQuery(text, texts);
  return identifiersIn(query)[0] ?? query;
}

/** The link in a text that may lead to a review. @throws ExitError for a place */
export function reviewLink(text: string, texts: CliTexts): string {
  const pasted = pastedQuery(text);
  if (pasted.kind === 'review') return pasted.url;
  const { query } = pasted;
  const kind = kindOf(query);
  if (kind === 'unclear') return query;
  const command = commandFor('all', query);
  throw new ExitError(
    EXIT.usage,
    kind === 'name' ? texts.queries.isName(command) : texts.queries.isPlace(command),
  );
}

/** The link in a text, whatever it leads to; without any the whole text. */
export function anyQuery(text: string): string {
  const pasted = pastedQuery(text);
  return pasted.kind === 'place' ? pasted.query : pasted.url;
}

/** `unclear`: a review, a share link, or something that the service explains better. */
function kindOf(query: string): 'place' | 'name' | 'unclear' {
  try {
    classifyReviewLink(query);
    return 'unclear';
  } catch (error) {
    if (!isAppError(error)) throw error;
  }
  try {
    const { kind } = classifyQuery(query);
    if (kind === 'share_link') return 'unclear';
    return kind === 'name' ? 'name' : 'place';
  } catch (error) {
    if (!isAppError(error)) throw error;
    return 'unclear';
  }
}

function commandFor(command: string, text: string): string {
  return `place-lookup ${command} "${plainLine(text).replaceAll('"', '')}"`;
}
