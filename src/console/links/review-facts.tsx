import type { CheckedReview } from '../../contract/lines.js';
import { linkFacts } from '../../lists/links.js';
import { useTexts } from '../context.js';
import { formatRoute } from '../state/route.js';
import { ExternalLink } from '../ui/external-link.js';
import { Stars } from '../ui/stars.js';
import { sightingBefore } from './export-columns.js';
import { type LinkRow, verdictOf } from './rows.js';

/** What is known of the review behind a link: what was read now, else from an earlier check and from the link. */
export function ReviewBehind({ row, placeNames }: { row: LinkRow; placeNames: ReadonlyMap<string, string> }) {
  const { links: texts } = useTexts();
  const review = verdictOf(row)?.review ?? null;
  if (review !== null) return <ReviewFacts review={review} placeNames={placeNames} />;
  const before = row.result === null ? null : sightingBefore(row);
  return (
    <>
      {before !== null && (
        <div class="seen-before">
          <p class="small muted">{texts.seenBefore(before.checkedAt.slice(0, 16))}</p>
          <ReviewFacts review={before.review} placeNames={placeNames} />
        </div>
      )}
      {row.result !== null && before === null && <LinkSays url={row.url} />}
    </>
  );
}

function ReviewFacts(props: { review: CheckedReview; placeNames: ReadonlyMap<string, string> }) {
  const { review, placeNames } = props;
  const { links: texts } = useTexts();
  const { author_name: author, stars, date, is_edited: isEdited, edited_date: editedDate } = review;
  const { place_id: placeId, text_excerpt: text } = review;
  const place = review.place_name ?? placeNames.get(placeId ?? '') ?? placeId;
  return (
    <div class="review-facts">
      <p>
        {stars !== null && <Stars value={stars} />} {author !== null && <strong>{author}</strong>}{' '}
        {date !== null && <span class="muted date">{date}</span>}{' '}
        {isEdited === true && <span class="muted">{texts.editedOn(editedDate)}</span>}
      </p>
      {place !== null && (
        <p class="small">
          {placeId === null ? place : <a href={formatRoute({ view: 'place', query: placeId })}>{place}</a>}
        </p>
      )}
      {text !== null && text !== '' && <p class="excerpt small">{text}</p>}
    </div>
  );
}

/** Author and place, as far as the link names them. */
function LinkSays({ url }: { url: string }) {
  const { links: texts } = useTexts();
  const facts = linkFacts(url);
  if (facts === null) return null;
  const { authorId, placeId, cid } = facts;
  const query = placeId ?? cid;
  return (
    <p class="small muted">
      {texts.fromLink}{' '}
      {authorId !== null && (
        <ExternalLink href={`https://www.google.com/maps/contrib/${authorId}`} about={authorId}>
          {texts.linkAuthor}
        </ExternalLink>
      )}
      {authorId !== null && query !== null && ', '}
      {query !== null && <a href={formatRoute({ view: 'place', query })}>{texts.linkPlace}</a>}
    </p>
  );
}
