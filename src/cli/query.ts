import { pastedQuery } from '../clients/place-query.js';
import { isAppError } from '../contract/errors.js';
import { classifyQuery } from '../identifiers/classify.js';
import { classifyReviewLink } from '../identifiers/review-url.js';
import { identifiersIn } from '../lists/links.js';
import { EXIT, ExitError } from './exit.js';
import type { Say } from './session.js';
import { plainLine } from './text.js';

// What the argument of a command names. It may be a whole text as a phone shares it, with a link inside.

/** The link or identifier in a text, without any the whole text, as a name. @throws ExitError for a link to a review */
export function placeQuery(text: string, say: Say): string {
  const pasted = pastedQuery(text);
  if (pasted.kind === 'place') return pasted.query;
  const command = commandFor('review', pasted.url);
  throw new ExitError(
    EXIT.usage,
    say(
      `To link do opinii, a nie do miejsca. Opinię pokaże: ${command}`,
      `This is a link to a review, not to a place. For the review: ${command}`,
    ),
  );
}

/** The same for a command that takes identifiers: the one that a link holds in its text, if it holds any. */
export function placeIdQuery(text: string, say: Say): string {
  const query = placeQuery(text, say);
  return identifiersIn(query)[0] ?? query;
}

/** The link in a text that may lead to a review. @throws ExitError for a place */
export function reviewLink(text: string, say: Say): string {
  const pasted = pastedQuery(text);
  if (pasted.kind === 'review') return pasted.url;
  const { query } = pasted;
  const kind = kindOf(query);
  if (kind === 'unclear') return query;
  const command = commandFor('all', query);
  throw new ExitError(
    EXIT.usage,
    kind === 'name'
      ? say(
          `review przyjmuje link do opinii, a w podanym tekście nie ma linku. Miejsce o tej nazwie pokaże: ${command}`,
          `review takes a link to a review, and this text has no link. For the place of this name: ${command}`,
        )
      : say(
          `To miejsce, a nie opinia. Miejsce pokaże: ${command}`,
          `This is a place, not a review. For the place: ${command}`,
        ),
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
