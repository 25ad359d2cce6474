import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { MonthChart } from '../charts/month-chart.js';
import { useConsole, useTexts } from '../context.js';
import { MAX_PAGES } from '../state/route.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { coverageOf } from './coverage.js';
import { endingSentence } from './ending.js';
import { ReviewResults } from './results.js';

const PAGE_CHOICES = [1, 5, 10, 25, MAX_PAGES];

/** The view that reads the reviews of a place. */
export function ReviewsView() {
  const { reviews, announce, languages } = useConsole();
  const texts = useTexts();
  const reading = reviews.reading.value;
  const ending = reading?.ending ?? null;
  useEffect(() => {
    if (reading !== null && ending !== null)
      announce(endingSentence(texts, languages.current.value, ending, reading.read, reading.total));
  }, [ending]);
  return (
    <>
      <p class="intro">{texts.reviews.intro}</p>
      <ReviewsForm />
      {reading !== null && (
        <section class="card" aria-label={texts.titles.reviews}>
          <ReadingState />
          {ending?.kind === 'failed' && (
            <FailureNotice
              failure={ending.failure}
              invalid={texts.reviews.invalid}
              again={() => void reviews.start(reading.placeId, reading.maxPages)}
            />
          )}
          {ending !== null && reviews.reviews.value.length > 0 && (
            <MonthChart reviews={reviews.reviews.value} coverage={coverageOf(reading)} />
          )}
          {reviews.reviews.value.length > 0 && <ReviewResults />}
        </section>
      )}
    </>
  );
}

function ReviewsForm() {
  const { reviews, route, go } = useConsole();
  const { reviews: texts } = useTexts();
  const asked = route.value.view === 'reviews' ? route.value : null;
  const placeId = useSignal(asked?.placeId ?? '');
  const maxPages = useSignal(asked?.maxPages ?? MAX_PAGES);
  useEffect(() => {
    if (asked !== null && asked.placeId !== '') placeId.value = asked.placeId;
    if (asked !== null) maxPages.value = asked.maxPages;
  }, [asked?.placeId, asked?.maxPages]);
  const reading = reviews.reading.value;
  const isReading = reading !== null && reading.ending === null;
  const submit = (event: Event) => {
    event.preventDefault();
    const id = placeId.value.trim();
    if (id === '' || isReading) return;
    const isSame = id === reading?.placeId && maxPages.value === reading.maxPages;
    if (isSame) void reviews.start(id, maxPages.value);
    go({ view: 'reviews', placeId: id, maxPages: maxPages.value });
  };
  return (
    <form class="asking" onSubmit={submit}>
      <div class="line fields">
        <div class="grow">
          <label for="reviews-place">{texts.label}</label>
          <input
            id="reviews-place"
            type="text"
            value={placeId.value}
            placeholder="ChIJ…"
            autocomplete="off"
            spellcheck={false}
            required
            onInput={(event) => {
              placeId.value = event.currentTarget.value;
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
      <span>{texts.reviews.reading(read, total)}</span>
    </div>
  );
}
