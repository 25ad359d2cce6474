import type { ReviewRow } from '../../lists/review-columns.js';
import { useTexts } from '../context.js';
import { ExternalLink, webAddress } from '../ui/external-link.js';
import { Stars } from '../ui/stars.js';
import { isEdited } from './last-change.js';
import { signalsOf } from './signals.js';

/** One review with its signals. */
export function ReviewItem({ review }: { review: ReviewRow }) {
  const { reviews: texts } = useTexts();
  const name = review.author_name ?? texts.anonymous;
  const about = texts.about(name);
  return (
    <li>
      <article>
        <header>
          <Stars value={review.stars} />
          <span class="author">
            <ExternalLink href={review.author_profile_url}>{name}</ExternalLink>
          </span>
          <Dates review={review} />
        </header>
        <Signals review={review} />
        <ReviewText review={review} />
        {review.has_owner_response && <Reply review={review} />}
        <footer>
          {webAddress(review.review_url) !== null && (
            <ExternalLink href={review.review_url} about={about}>
              {texts.open}
            </ExternalLink>
          )}
          {webAddress(review.report_url) !== null && (
            <ExternalLink href={review.report_url} about={about}>
              {texts.report}
            </ExternalLink>
          )}
        </footer>
      </article>
    </li>
  );
}

/** When it was published, and for an edited review when it was last changed. */
function Dates({ review }: { review: ReviewRow }) {
  const { date_unix: published, edited_unix: changed, date_text } = review;
  const { reviews: texts } = useTexts();
  if (published === null) return <span class="muted">{date_text}</span>;
  return (
    <span class="muted">
      <Day at={published} />
      {changed !== undefined && (
        <strong class="edited">
          {' · '}
          {texts.edited} <Day at={changed} />
        </strong>
      )}
      {changed === undefined && isEdited(review) && (
        <strong class="edited">
          {' · '}
          {texts.edited}
        </strong>
      )}
    </span>
  );
}

/** `at`: Unix time in seconds. */
function Day({ at }: { at: number }) {
  const { formats } = useTexts();
  return <time dateTime={new Date(at * 1000).toISOString()}>{formats.day(at * 1000)}</time>;
}

function Signals({ review }: { review: ReviewRow }) {
  const texts = useTexts();
  const signals = signalsOf(review, texts);
  if (signals.length === 0) return null;
  return (
    <ul class="signals" aria-label={texts.reviews.signals}>
      {signals.map(({ kind, text }) => (
        <li key={kind} class={kind}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function ReviewText({ review }: { review: ReviewRow }) {
  const { reviews: texts } = useTexts();
  if (review.review_text === null) return <p class="muted">{texts.unknownText}</p>;
  if (review.review_text === '') return <p class="muted">{texts.noText}</p>;
  return (
    <p class="text" dir="auto" lang={review.review_language ?? undefined}>
      {review.review_text}
    </p>
  );
}

function Reply({ review }: { review: ReviewRow }) {
  const texts = useTexts();
  return (
    <div class="reply">
      <p class="small">
        <strong>{texts.reviews.reply}</strong>
        {review.owner_response_date ? <span class="muted"> · {review.owner_response_date}</span> : null}
      </p>
      <p class="text" dir="auto">
        {review.owner_response_text ?? texts.reviews.unknownText}
      </p>
    </div>
  );
}
