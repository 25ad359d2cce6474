import { useEffect, useMemo } from 'preact/hooks';
import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import { foundByNameText } from '../../kit/lists/place-columns.js';
import type { ReviewRow } from '../../kit/lists/review-columns.js';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { Table } from '../../kit/ui/data-table.js';
import { FailureNotice } from '../../kit/ui/failure-notice.js';
import { Moment } from '../../kit/ui/moment.js';
import { Progress } from '../../kit/ui/progress-bar.js';
import { isEdited } from '../../kit/ui/state/arrange.js';
import { formatRoute } from '../../kit/ui/state/route.js';
import { MonthChart } from '../charts/month-chart.js';
import { StarHistogram } from '../charts/star-histogram.js';
import { joinedNotices, PlaceNotices } from '../place/place-notices.js';
import type { PlaceAnswer } from '../place/place-store.js';
import { useConsole } from '../shell.js';
import { Fold } from './fold.js';
import { ReviewResults } from './reviews-results.js';
import { coverageOf, endingSentence } from './reviews-store.js';
import { type Figures, periodFigures } from './statistics.js';

/** The view that reads the reviews of a place. */
export function ReviewsView() {
  const { reviews, announce } = useConsole();
  const texts = useTexts();
  const [reading, details, rows] = [reviews.reading.value, reviews.details.value, reviews.reviews.value];
  const ending = reading?.ending ?? null;
  const isRead = ending !== null && rows.length > 0;
  const ofList = ending?.kind === 'summary' ? ending.summary.notices : undefined;
  const notices = joinedNotices(ofList, details?.notices);
  useEffect(() => {
    if (reading !== null && ending !== null)
      announce(endingSentence(texts, ending, reading.read, reading.total));
  }, [ending]);
  if (reading === null) return null;
  const cover = coverageOf(reading);
  return (
    <section class="card" aria-label={texts.t('titles.reviews')}>
      {details ? <PlaceHeading answer={{ ...details, notices }} /> : <PlaceNotices answer={{ notices }} />}
      <ReadingState />
      {ending?.kind === 'failed' && (
        <FailureNotice
          failure={ending.failure}
          invalid={texts.t('place.invalid')}
          again={() => void reviews.start(reading.place)}
        />
      )}
      {(details !== null || isRead) && (
        <Fold summary={texts.t('reviews.charts')}>
          <div class="columns">
            {details !== null && <StarHistogram details={details.details} />}
            {isRead && <PeriodTable reviews={rows} isWhole={cover === null} />}
          </div>
          {isRead && (
            <MonthChart reviews={rows} list={cover} isClosed={details?.permanently_closed === true} />
          )}
          {isRead && rows.some(isEdited) && <p class="small muted">{texts.t('reviews.byLastChange')}</p>}
        </Fold>
      )}
      {rows.length > 0 && <ReviewResults />}
    </section>
  );
}

function ReadingState() {
  const { reviews } = useConsole();
  const texts = useTexts();
  const reading = reviews.reading.value;
  if (reading === null) return null;
  const { read, total, ending, endedAt } = reading;
  if (ending !== null) {
    const isWhole = ending.kind === 'summary' && ending.summary.complete;
    return (
      <div class="line">
        <p class={`notice ${isWhole ? 'good' : 'grow partial'}`}>
          <strong>{endingSentence(texts, ending, read, total)}</strong>
        </p>
        {endedAt !== null && <Moment at={endedAt.getTime()} />}
        {ending.kind !== 'failed' && (
          <Button text={texts.t('reviews.again')} onClick={() => void reviews.start(reading.place)} />
        )}
      </div>
    );
  }
  return (
    <div class="line">
      <Progress
        label={texts.t('reviews.progress')}
        done={read}
        all={total}
        text={reading.placeId === null ? texts.t('place.searching') : texts.reviews.reading(read, total)}
      />
      <Button text={texts.t('stop')} onClick={reviews.stop} />
    </div>
  );
}

/** The place whose reviews are read: name, address and rating. */
function PlaceHeading({ answer }: { answer: PlaceAnswer }) {
  const { t, formats, language } = useTexts();
  const { details, place_id } = answer;
  const found = foundByNameText(language, answer);
  const rating = details[PLACE_FIELDS.rating];
  const count = details[PLACE_FIELDS.reviewCount];
  return (
    <header class="place-heading stack">
      <h2>
        <a href={formatRoute({ view: 'place', query: place_id })}>
          {details[PLACE_FIELDS.name] ?? t('place.nameless')}
        </a>
      </h2>
      <p>
        {rating === null && count === 0 ? null : (
          <strong>{rating === null ? t('unknown') : `${formats.decimal(rating)} ★`} · </strong>
        )}
        {count === null ? t('unknown') : t('count.reviews', { count })}
      </p>
      {found !== null && <p class="notice">{found}</p>}
      <PlaceNotices answer={answer} />
      <p class="muted">
        {[details[PLACE_FIELDS.category], details[PLACE_FIELDS.address]].filter(Boolean).join(' · ')}
      </p>
    </header>
  );
}

/** The figures of the last 30 and 90 days, each beside the figures of the period before. */
function PeriodTable({ reviews, isWhole }: { reviews: readonly ReviewRow[]; isWhole: boolean }) {
  const { t, formats } = useTexts();
  const periods = useMemo(() => periodFigures(reviews, isWhole, Date.now() / 1000), [reviews, isWhole]);
  const count = reviews.filter((review) => review.has_owner_response !== null).length;
  const replied = reviews.filter((review) => review.has_owner_response).length;
  const isUnknown = periods.some(({ last, before }) => last.count === null || before.count === null);
  const averageOf = ({ count, average }: Figures) => {
    if (average !== null) return `${formats.decimal(average)} ★`;
    return count === null ? t('unknown') : '–';
  };
  return (
    <section class="stack" aria-labelledby="periods-title">
      <h2 id="periods-title">{t('periods.title')}</h2>
      <Table
        class="figures"
        rows={periods.flatMap(({ days, last, before }) => [
          { name: t('periods.last', { days }), figures: last },
          { name: t('periods.before', { days }), figures: before, isEarlier: true },
        ])}
        keyOf={({ name }) => name}
        rowClass={({ isEarlier }) => (isEarlier === true ? 'earlier' : undefined)}
        columns={[
          { header: t('periods.period'), isRowHeading: true, cell: ({ name }) => name },
          {
            header: t('periods.count'),
            cell: ({ figures: { count } }) => (count === null ? t('unknown') : formats.number(count)),
          },
          { header: t('periods.average'), cell: ({ figures }) => averageOf(figures) },
        ]}
      />
      <p hidden={count === 0}>
        {t('reviews.replies', { share: formats.percent(replied / count), replied, count })}
      </p>
      {isUnknown && <p class="small muted">{t('periods.unknown')}</p>}
    </section>
  );
}
