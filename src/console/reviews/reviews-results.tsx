import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import { caveatText } from '../../core/texts/outcomes.js';
import { datedName } from '../../kit/lists/file-name.js';
import { listColumns } from '../../kit/lists/list-columns.js';
import { placeNameColumns, type ReviewRow, reviewColumns } from '../../kit/lists/review-columns.js';
import { type Column, momentColumns } from '../../kit/lists/table.js';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { DownloadMenu, tableFiles } from '../../kit/ui/downloads.js';
import { Chips, Choice, TextInput } from '../../kit/ui/fields.js';
import { Pager, pageOf } from '../../kit/ui/pager.js';
import {
  type Arrangement,
  arrange,
  filtersIn,
  HAS,
  MARKS,
  type Mark,
  SORTS,
  STAR_CHOICES,
  type StarChoice,
  UNFILTERED,
} from '../../kit/ui/state/arrange.js';
import { toggled } from '../../kit/ui/state/ui-signals.js';
import { useConsole } from '../shell.js';
import { Fold } from './fold.js';
import { ReviewItem } from './review-item.js';
import { coverageOf, listCover } from './reviews-store.js';

const PAGE = 50;

/** The reviews read so far, filtered and sorted, in pages. */
export function ReviewResults() {
  const { reviews } = useConsole();
  const texts = useTexts();
  const page = useSignal(0);
  const list = useRef<HTMLHeadingElement>(null);
  const shown = reviews.shown.value;
  const arrangement = reviews.arrangement.value;
  const at = pageOf(shown, page.value, PAGE);
  useEffect(() => {
    page.value = 0;
  }, [arrangement]);
  const turn = (next: number) => {
    page.value = next;
    list.current?.scrollIntoView({ block: 'start' });
    list.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <Fold summary={texts.reviews.filtersOf(filtersIn(arrangement))}>
        <ReviewControls />
      </Fold>
      <div class="toolbar">
        <p role="status">{texts.reviews.shown(shown.length, reviews.reviews.value.length)}</p>
        <ReviewDownloads />
      </div>
      <h2 ref={list} tabIndex={-1} class="list-title">
        {texts.t('reviews.list')}
      </h2>
      {shown.length === 0 && <p class="muted">{texts.t('reviews.nothing')}</p>}
      <ol class="rows reviews" start={at.first + 1}>
        {at.rows.map((review) => (
          <ReviewItem key={review.review_id} review={review} />
        ))}
      </ol>
      <Pager page={at.page} all={shown.length} size={PAGE} turn={turn} />
    </>
  );
}

/** Downloads of all reviews read, in the chosen order, and of the reviews that match the filters. */
function ReviewDownloads() {
  const { reviews } = useConsole();
  const { t, language, formats } = useTexts();
  const reading = reviews.reading.value;
  const all = reviews.reviews.value;
  const shown = reviews.shown.value;
  const placeName = reviews.details.value?.details[PLACE_FIELDS.name] ?? null;
  const coverage = reading === null ? null : coverageOf(reading);
  /** The missing part of an incomplete list. Numbers have groups of digits on a button, and none in a file name. */
  const partial = (write: (value: number) => string) => {
    if (coverage === null) return null;
    const { read, total } = coverage;
    if (total === null) return t('download.partial', { read: write(read) });
    return t('download.partialOf', { read: write(read), total: write(total) });
  };
  const only = (write: (value: number) => string) => {
    const which = t('reviews.fitting');
    return { count: write(shown.length), all: write(all.length), which };
  };
  /** The columns of the place and of its list, the same in every row. */
  function ofList<Row>(): Column<Row>[] {
    const place = { name: placeName, placeId: reading?.placeId ?? null };
    const cover = reading === null ? null : listCover(reading, all.length);
    const at = reading?.endedAt ?? null;
    return [
      ...placeNameColumns<Row>(language, place),
      ...listColumns(language).map(({ header, value }) => ({
        header,
        value: () => (cover === null ? null : value(cover)),
      })),
      ...momentColumns<Row>(t('links.columns.checked'), () => at),
    ];
  }
  const files = (rows: () => readonly ReviewRow[], label: string, note: string | null) =>
    tableFiles(language, label, () => ({
      fileName: datedName(
        [t('reviews.fileName'), placeName ?? reading?.placeId ?? null, partial(String), note],
        new Date(),
      ),
      sheet: t('reviews.sheet'),
      columns: [...reviewColumns(language), ...ofList<ReviewRow>()],
      rows: rows(),
      first: { sheet: t('reviews.placeSheet'), columns: ofList<null>() },
    }));
  const inOrder = () => arrange(all, { ...UNFILTERED, sort: reviews.arrangement.value.sort });
  const lacks = partial(formats.number);
  const whole = t('download.all') + (lacks === null ? '' : ` (${lacks})`);
  const some = t('download.shown', { note: t('download.limits', only(formats.number)) });
  const isPart = shown.length > 0 && shown.length < all.length;
  return (
    <div class="actions">
      <DownloadMenu
        files={[
          ...files(inOrder, whole, null),
          ...(isPart ? files(() => shown, some, t('download.only', only(String))) : []),
        ]}
      />
    </div>
  );
}

/** Filters, order and search. All of them are part of the address. */
function ReviewControls() {
  const { reviews } = useConsole();
  const { t, language, formats } = useTexts();
  const { arrangement } = reviews;
  const all = reviews.reviews.value;
  const { stars, marks, from, to, sort, search } = arrangement.value;
  const change = (changes: Partial<Arrangement>) => {
    arrangement.value = { ...arrangement.value, ...changes };
  };
  const day = (name: 'from' | 'to', limit: { min?: string; max?: string }) => (
    <div>
      <label for={`reviews-${name}`}>{t(`reviews.${name}`)}</label>
      <TextInput
        id={`reviews-${name}`}
        type="date"
        value={arrangement.value[name]}
        {...limit}
        change={(chosen) => change({ [name]: chosen })}
      />
    </div>
  );
  return (
    <div class="controls">
      <Chips<StarChoice>
        type="checkbox"
        isLegendShown
        legend={t('reviews.starFilter')}
        options={STAR_CHOICES.map((choice) => [
          choice,
          <>
            <StarName choice={choice} /> <Count value={all.filter((one) => one.stars === choice).length} />
          </>,
        ])}
        isChosen={(choice) => stars.has(choice)}
        choose={(choice) => change({ stars: toggled(stars, choice) })}
      />
      <Chips<Mark>
        type="checkbox"
        isLegendShown
        legend={t('reviews.marksLegend')}
        options={MARKS.map((mark) => [
          mark,
          <>
            {t(`reviews.marks.${mark}`)} <Count value={all.filter(HAS[mark]).length} />
          </>,
        ])}
        isChosen={(mark) => marks.has(mark)}
        choose={(mark) => change({ marks: toggled(marks, mark) })}
      >
        {marks.has('unanswered') && <p class="small muted">{caveatText(language, 'reply')}</p>}
      </Chips>
      {day('from', { max: to })}
      {day('to', { min: from })}
      {(from !== '' || to !== '') && (
        <span class="small muted period">
          {[from, to].map((one) => (one === '' ? '…' : formats.moment(one))).join(' – ')}
        </span>
      )}
      <Choice
        id="reviews-sort"
        label={t('reviews.sort')}
        value={sort}
        options={SORTS.map((name) => [name, t(`reviews.sorts.${name}`)])}
        choose={(name) => change({ sort: name })}
      />
      <div class="grow">
        <label for="reviews-search">{t('reviews.search')}</label>
        <TextInput
          id="reviews-search"
          type="search"
          value={search}
          change={(text) => change({ search: text })}
        />
      </div>
      {filtersIn(arrangement.value) > 0 && (
        <Button text={t('reviews.clear')} onClick={() => change({ ...UNFILTERED, sort })} />
      )}
    </div>
  );
}

/** The number of reviews that a filter shows. */
function Count({ value }: { value: number }) {
  return <span class="muted">&nbsp;{useTexts().formats.number(value)}</span>;
}

function StarName({ choice }: { choice: StarChoice }) {
  const { t } = useTexts();
  if (choice === null) return t('reviews.noStars');
  return (
    <>
      <span aria-hidden="true">{choice} ★</span>
      <span class="unseen">{t('count.stars', { count: choice })}</span>
    </>
  );
}
