import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { pastedQuery } from '../../clients/place-query.js';
import { MonthChart } from '../charts/month-chart.js';
import { useConsole, useTexts } from '../context.js';
import { ExamplePlaces } from '../help/example-places.js';
import { PlaceGuide } from '../help/place-guide.js';
import { openReviewLink } from '../links/open-review-link.js';
import { joinedNotices, PlaceNotices } from '../place/notices.js';
import { MAX_PAGES, reviewsOf } from '../state/route.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { UNFILTERED } from './arrange.js';
import { coverageOf } from './coverage.js';
import { endingSentence } from './ending.js';
import { isEdited } from './last-change.js';
import { PeriodTable } from './period-table.js';
import { PlaceHeading } from './place-heading.js';
import { ReviewResults } from './results.js';

const PAGE_CHOICES = [1, 5, 10, 25, MAX_PAGES];

/** The view that reads the reviews of a place. */
export function ReviewsView() {
  const { reviews, announce, languages, go } = useConsole();
  const texts = useTexts();
  const reading = reviews.reading.value;
  const details = reviews.details.value;
  const ending = reading?.ending ?? null;
  const ofList = ending?.kind === 'summary' ? ending.summary.notices : undefined;
  const notices = joinedNotices(ofList, details?.notices);
  useEffect(() => {
    if (reading !== null && ending !== null)
      announce(endingSentence(texts, languages.current.value, ending, reading.read, reading.total));
  }, [ending]);
  return (
    <>
      <p class="intro">{texts.reviews.intro}</p>
      <ReviewsForm />
      {reading === null && (
        <>
          <ExamplePlaces open={(query) => go(reviewsOf(query))} />
          <PlaceGuide />
        </>
      )}
      {reading !== null && (
        <section class="card" aria-label={texts.titles.reviews}>
          {details !== null && <PlaceHeading answer={{ ...details, notices }} />}
          {details === null && <PlaceNotices answer={{ notices }} />}
          <ReadingState />
          {ending?.kind === 'failed' && (
            <FailureNotice
              failure={ending.failure}
              invalid={texts.place.invalid}
              again={() => void reviews.start(reading.place, reading.maxPages)}
            />
          )}
          {ending !== null && reviews.reviews.value.length > 0 && (
            <>
              <PeriodTable reviews={reviews.reviews.value} isWhole={coverageOf(reading) === null} />
              <MonthChart
                reviews={reviews.reviews.value}
                coverage={coverageOf(reading)}
                isClosed={details?.permanently_closed === true}
              />
              {reviews.reviews.value.some(isEdited) && (
                <p class="small muted">{texts.reviews.byLastChange}</p>
              )}
            </>
          )}
          {reviews.reviews.value.length > 0 && <ReviewResults />}
        </section>
      )}
    </>
  );
}

function ReviewsForm() {
  const console = useConsole();
  const { reviews, route, go } = console;
  const {
    reviews: texts,
    place: { label, example },
  } = useTexts();
  const asked = route.value.view === 'reviews' ? route.value : null;
  const place = useSignal(asked?.place ?? '');
  const maxPages = useSignal(asked?.maxPages ?? MAX_PAGES);
  useEffect(() => {
    if (asked !== null && asked.place !== '') place.value = asked.place;
    if (asked !== null) maxPages.value = asked.maxPages;
  }, [asked?.place, asked?.maxPages]);
  const reading = reviews.reading.value;
  const isReading = reading !== null && reading.ending === null;
  const submit = (event: Event) => {
    event.preventDefault();
    const pasted = pastedQuery(place.value);
    if (pasted.kind === 'review') {
      openReviewLink(console, pasted.url);
      return;
    }
    const { query } = pasted;
    if (query === '' || isReading) return;
    const isSame = query === reading?.place && maxPages.value === reading.maxPages;
    if (isSame) void reviews.start(query, maxPages.value);
    const arrangement = isSame ? reviews.arrangement.value : UNFILTERED;
    go({ view: 'reviews', place: query, maxPages: maxPages.value, arrangement });
  };
  return (
    <form class="asking" onSubmit={submit}>
      <div class="line fields">
        <div class="grow">
          <label for="reviews-place">{label}</label>
          <input
            id="reviews-place"
            type="text"
            value={place.value}
            placeholder={example}
            autocomplete="off"
            spellcheck={false}
            required
            onInput={(event) => {
              place.value = event.currentTarget.value;
            }}
          />
        </div>
        <div>
          <label for="reviews-pages">{texts.pages}</label>
          <select
            id="reviews-pages"
            value={String(maxPages.value)}
            onChange={(event) => {
              maxPages.value = Number(event.currentTarget.value);
            }}
          >
            {[...new Set([...PAGE_CHOICES, maxPages.value])].map((pages) => (
              <option key={pages} value={String(pages)}>
                {texts.pagesOf(pages)}
              </option>
            ))}
          </select>
        </div>
        <button type="submit" aria-disabled={isReading}>
          {texts.read}
        </button>
        {isReading && (
          <button type="button" class="quiet" onClick={reviews.stop}>
            {texts.cancel}
          </button>
        )}
      </div>
    </form>
  );
}

function ReadingState() {
  const { reviews, languages } = useConsole();
  const texts = useTexts();
  const reading = reviews.reading.value;
  if (reading === null) return null;
  const { read, total, ending } = reading;
  if (ending !== null) {
    const isWhole = ending.kind === 'summary' && ending.summary.complete;
    return (
      <p class={`notice ${isWhole ? 'whole' : 'partial'}`}>
        <strong>{endingSentence(texts, languages.current.value, ending, read, total)}</strong>
      </p>
    );
  }
  const label = texts.reviews.progress;
  return (
    <div class="progress">
      {total === null ? (
        <progress aria-label={label} />
      ) : (
        <progress aria-label={label} max={total} value={Math.min(read, total)} />
      )}
      <span>{reading.placeId === null ? texts.reviews.finding : texts.reviews.reading(read, total)}</span>
    </div>
  );
}
