import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import { noticeTexts } from '../../core/texts/outcomes.js';
import { datedName } from '../../kit/lists/file-name.js';
import { placeColumns } from '../../kit/lists/place-columns.js';
import { type Column, momentColumns, wallClock } from '../../kit/lists/table.js';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { Table } from '../../kit/ui/data-table.js';
import { DownloadMenu, tableFiles } from '../../kit/ui/downloads.js';
import { Choice } from '../../kit/ui/fields.js';
import { ListForm } from '../../kit/ui/input/list-form.js';
import { ListActions } from '../../kit/ui/list-actions.js';
import { Progress } from '../../kit/ui/progress-bar.js';
import { Mark } from '../../kit/ui/signs.js';
import { difference, type Snapshot } from '../../kit/ui/snapshot.js';
import { formatRoute, reviewsOf } from '../../kit/ui/state/route.js';
import { setter } from '../../kit/ui/state/ui-signals.js';
import type { Texts } from '../../kit/ui/texts.js';
import { PlaceChart } from '../charts/place-chart.js';
import { StarBars } from '../charts/star-histogram.js';
import { PlaceGuide } from '../help/guides.js';
import { Kept, SavedItem } from '../library/saved-lists.js';
import { MAX_SETS } from '../library/saved-places.js';
import { useConsole } from '../shell.js';
import {
  type Pace,
  PLACE_SORTS,
  type PlaceLine,
  type PlaceRow,
  repeatedPlaces,
  rowsOf,
  sortedRows,
} from './place-line.js';
import { failureOf, isOpen, MAX_PLACES } from './place-list-store.js';
import type { PlaceAnswer } from './place-store.js';
import { PlaceModes } from './place-view.js';
import { changeColumns, failureColumns, readingColumns, readingRows } from './readings.js';

/** The view that reads many places, by names, links or identifiers, into one table. */
export function PlacesView() {
  const { places, examples } = useConsole();
  const { t, places: texts } = useTexts();
  const { input, phase, lines } = places;
  const { links, repeated } = input.own.value.list;
  const isReading = phase.value === 'reading';
  const isTooMany = links.length > MAX_PLACES;
  const counted = links.length === 0 ? t('places.none') : texts.counted(links.length, repeated);
  return (
    <>
      <PlaceModes />
      <p class="intro">{t('places.intro')}</p>
      <ListForm
        input={input}
        name="places"
        label={t('places.label')}
        placeholder={t('place.example')}
        fileFailed={t('links.fileFailed')}
        counted={isTooMany ? `${counted} ${t('places.tooMany', { max: MAX_PLACES })}` : counted}
        action={isReading ? t('places.reading') : t('places.read')}
        isReady={!isReading && links.length > 0 && !isTooMany}
        start={() => void places.start()}
        stop={isReading ? places.stop : null}
        sample={examples.places}
      />
      {lines.value.length === 0 ? <PlaceGuide /> : <PlacesResults />}
      <SavedSets />
    </>
  );
}

function PlacesResults() {
  const { places, placeSets, announce } = useConsole();
  const texts = useTexts();
  const { lines, phase, pause } = places;
  const all = lines.value.length;
  const done = lines.value.filter(({ outcome }) => outcome !== null).length;
  const found = lines.value.filter(({ outcome }) => outcome !== null && 'data' in outcome).length;
  const open = lines.value.filter(isOpen).length;
  const rows = rowsOf(lines.value, places.at.value, places.history.value, placeSets.paces.value);
  const partial = done === all ? null : texts.download.partial(String(done), String(all));
  const placeIds = new Set(rows.flatMap((row) => row.found?.now.placeId ?? []));
  const isReading = phase.value === 'reading';
  const shownBefore = useRef(phase.value);
  const sentence =
    phase.value === 'finished'
      ? texts.t('places.finished', { found, failed: all - found })
      : texts.t('places.progress', { read: done, all });
  useEffect(() => {
    if (shownBefore.current === 'reading' && !isReading) announce(sentence);
    shownBefore.current = phase.value;
  }, [phase.value]);
  return (
    <section class="card" aria-label={texts.t('titles.places')}>
      {pause.value !== null && (
        <p class="notice" role="timer">
          {texts.whyFailed(pause.value.failure)}{' '}
          {texts.t('places.paused', {
            seconds: texts.t('count.seconds', { count: pause.value.secondsLeft }),
          })}
        </p>
      )}
      <Progress label={texts.t('titles.places')} done={done} all={all} text={sentence} />
      <div class="actions">
        {!isReading && open > 0 && (
          <Button text={texts.t('places.resume', { open })} onClick={() => void places.resume()} />
        )}
        {found > 0 && (
          <ListActions source={() => ({ kind: 'text', text: [...placeIds].join('\n'), name: null })} />
        )}
        <DownloadMenu
          files={[
            ...tableFiles(texts.language, texts.places.thisReading(partial), () => ({
              fileName: datedName([texts.t('places.fileName'), partial], new Date()),
              sheet: texts.t('places.sheet'),
              columns: exportColumns(texts, rows),
              rows,
            })),
            ...([...places.history.value.values()].some(({ length }) => length > 1)
              ? tableFiles(texts.language, texts.t('places.allReadings'), async () => ({
                  fileName: datedName(
                    [texts.t('places.fileName'), texts.t('places.allReadings')],
                    new Date(),
                  ),
                  sheet: texts.t('places.allReadings'),
                  columns: readingColumns(texts),
                  rows: readingRows(await placeSets.readings(places.shown.value ?? ''), rows),
                }))
              : []),
          ]}
        />
      </div>
      <RepeatedPlaces rows={rows} />
      <PlaceChart rows={sortedRows(rows, places.sort.value)} />
      <PlacesTable rows={rows} />
    </section>
  );
}

/** Names the places that several queries lead to. */
function RepeatedPlaces({ rows }: { rows: readonly PlaceRow[] }) {
  const { t, places: texts } = useTexts();
  return Array.from(repeatedPlaces(rows), ([placeId, indexes]) => {
    const name = rows[indexes[0] ?? 0]?.found?.answer.details[PLACE_FIELDS.name] ?? t('place.nameless');
    return (
      <p key={placeId} class="notice" role="note">
        {texts.repeated(name, indexes)}
      </p>
    );
  });
}

function PlacesTable({ rows }: { rows: readonly PlaceRow[] }) {
  const { places } = useConsole();
  const { t } = useTexts();
  return (
    <>
      <Choice
        isBeside
        id="places-sort"
        label={t('reviews.sort')}
        value={places.sort.value}
        options={PLACE_SORTS.map((sort) => [sort, t(`places.sorts.${sort}`)])}
        choose={setter(places.sort)}
      />
      <Table
        class="verdicts places"
        name={t('places.sheet')}
        rows={sortedRows(rows, places.sort.value)}
        page={places.page}
        keyOf={({ index }) => index}
        numberOf={({ index }) => index + 1}
        columns={[
          { header: t('places.query'), class: 'address', cell: ({ line }) => line.query },
          { header: t('places.place'), width: '29%', cell: (row) => <Outcome row={row} /> },
          {
            header: t('places.rating'),
            width: '5.5rem',
            cell: whenFound(t('places.rating'), (found, { before }) => (
              <Rating found={found} before={before} />
            )),
          },
          {
            header: t('places.reviews'),
            width: '7.5rem',
            cell: whenFound(t('places.reviews'), (found, { before }) => (
              <ReviewCount found={found} before={before} />
            )),
          },
          {
            header: t('histogram.title'),
            width: '6rem',
            cell: whenFound(t('histogram.title'), ({ answer }) => <StarBars details={answer.details} />),
          },
          {
            header: t('places.pace'),
            width: '9.5rem',
            cell: whenFound(t('places.pace'), ({ answer }, { pace }) => (
              <PaceOf answer={answer} pace={pace} />
            )),
          },
        ]}
      />
    </>
  );
}

function Outcome({ row: { line, found } }: { row: PlaceRow }) {
  const { t, whyFailed, language, formats } = useTexts();
  const { outcome } = line;
  if (outcome === null) return <Mark tone="plain" text={t('links.waiting')} />;
  if ('failure' in outcome) {
    const { failure } = outcome;
    return (
      <>
        <span class="bad toned">
          {failure.code === 'invalid_request' ? t('place.invalid') : whyFailed(failure)}
        </span>
        <OtherResults line={line} />
      </>
    );
  }
  const { details, place_id: placeId } = outcome.data;
  return (
    <>
      <a href={formatRoute({ view: 'place', query: placeId })}>
        {details[PLACE_FIELDS.name] ?? t('place.nameless')}
      </a>
      <div class="small muted">{details[PLACE_FIELDS.address] ?? t('places.noAddress')}</div>
      {noticeTexts(language, outcome.data, formats.moment).map((text) => (
        <div class="small" key={text} dir="auto">
          {text}
        </div>
      ))}
      <OtherResults line={line} />
      <Snapshots history={found?.history ?? []} />
    </>
  );
}

/** The other results of an ambiguous name, each with a button that shows it in this row. */
function OtherResults({ line: { query, results, picked } }: { line: PlaceLine }) {
  const { places } = useConsole();
  const { t, places: texts, formats } = useTexts();
  if (results === null) return null;
  const isReading = places.phase.value === 'reading';
  return (
    <details class="small">
      <summary>{texts.picked(picked, results.length)}</summary>
      <ol class="results">
        {results.map((result, index) => {
          const rating = result[PLACE_FIELDS.rating];
          const name = result[PLACE_FIELDS.name] ?? t('place.nameless');
          return (
            <li key={result.place_id}>
              {name} – {result[PLACE_FIELDS.address] ?? t('unknown')},{' '}
              {rating === null ? t('unknown') : `${formats.decimal(rating)} ★`}{' '}
              {index !== picked && (
                <Button
                  text={t('places.pick')}
                  class="quiet tiny"
                  isOff={isReading}
                  aria-label={`${t('places.pick')}: ${index + 1}. ${name}`}
                  onClick={() => void places.pick(query, index)}
                />
              )}
            </li>
          );
        })}
      </ol>
    </details>
  );
}

/** The snapshots of a place, the newest first, each with the differences since the snapshot before. */
function Snapshots({ history }: { history: readonly Snapshot[] }) {
  const { t, places: texts } = useTexts();
  if (history.length < 2) return null;
  return (
    <details class="small">
      <summary>{t('places.snapshots', { value: history.length })}</summary>
      <ul>
        {history
          .map((snapshot, index) => (
            <li key={snapshot.at}>
              {texts.snapshot(momentOf(snapshot.at), snapshot, history[index - 1] ?? null)}
            </li>
          ))
          .toReversed()}
      </ul>
    </details>
  );
}

/** The local time of a reading, `YYYY-MM-DD HH:MM:SS`. */
function momentOf(at: number): string {
  return wallClock(new Date(at)) ?? '';
}

type Found = NonNullable<PlaceRow['found']>;

/** A cell with its heading, which is shown on a phone. The cell is empty while the place is unknown. */
function whenFound(label: string, cell: (found: Found, row: PlaceRow) => ComponentChildren) {
  return (row: PlaceRow) =>
    row.found === null ? null : (
      <>
        <span class="label muted">{label}: </span>
        {cell(row.found, row)}
      </>
    );
}

function Rating({ found: { now }, before }: { found: Found; before: Snapshot | null }) {
  const { t, places: texts, formats } = useTexts();
  const change = difference(now.rating, before?.rating);
  return (
    <>
      {now.rating === null ? (now.count === 0 ? '–' : t('unknown')) : `${formats.decimal(now.rating)} ★`}
      {change !== null && <div class="small">{texts.signed(change, formats.decimal)}</div>}
    </>
  );
}

function ReviewCount({ found: { now }, before }: { found: Found; before: Snapshot | null }) {
  const { t, places: texts, formats } = useTexts();
  const change = difference(now.count, before?.count);
  return (
    <>
      {now.count === null ? t('unknown') : formats.number(now.count)}
      {before !== null && change !== null && (
        <div class="small">
          {texts.since(texts.signed(change, formats.number), momentOf(before.at).slice(0, 10))}
        </div>
      )}
    </>
  );
}

/** The new reviews and the share of replies, where this browser has read the reviews of the place. */
function PaceOf({ answer, pace }: { answer: PlaceAnswer; pace: Pace | null }) {
  const { t, places: texts } = useTexts();
  const name = answer.details[PLACE_FIELDS.name] ?? t('place.nameless');
  if (pace === null)
    return (
      <a href={formatRoute(reviewsOf(answer.place_id))} aria-label={`${t('reviews.read')}: ${name}`}>
        {t('reviews.read')}
      </a>
    );
  return (
    <>
      {texts.paceOf(30, pace.last30)}
      <br />
      {texts.paceOf(90, pace.last90)}
      <div class="small muted">{texts.replies(pace.replied, pace.read, momentOf(pace.at))}</div>
    </>
  );
}

/** The sets of places that this browser keeps. */
function SavedSets() {
  const { places, placeSets } = useConsole();
  const { t, places: texts, formats } = useTexts();
  const sets = placeSets.sets.value;
  const items = sets.map(({ id, title, queries, at }) => {
    const ownName = t('places.unnamed', { at: formats.moment(momentOf(Number(id))) });
    return (
      <SavedItem
        key={id}
        id={id}
        name={title ?? ownName}
        ownName={ownName}
        about={`${texts.counted(queries.length, 0)} ${texts.readAt(momentOf(at))}`}
        isBusy={places.phase.value === 'reading'}
        open={places.open}
        rename={placeSets.rename}
        remove={placeSets.remove}
      />
    );
  });
  return (
    <Kept
      summary={t('places.sets', { value: sets.length })}
      about={t('places.aboutSets', { max: MAX_SETS })}
      items={items}
    />
  );
}

/** The columns of many places, one row per line of the list. A place without a result has the reason. */
function exportColumns(texts: Texts, rows: readonly PlaceRow[]): Column<PlaceRow>[] {
  const { t, places, language } = texts;
  const [query, ...columns] = placeColumns(language);
  const repeated = repeatedPlaces(rows);
  const sameAs = ({ found, index }: PlaceRow) =>
    repeated.get(found?.now.placeId ?? '')?.flatMap((other) => (other === index ? [] : [other + 1]));
  const dateOf = (of: { readonly at: number } | null) => (of === null ? null : new Date(of.at));
  return [
    { header: query?.header ?? t('places.query'), value: ({ line }) => line.query },
    ...columns.map(({ value, ...column }) => ({
      ...column,
      value: ({ found }: PlaceRow) => (found === null ? null : value(found.answer)),
    })),
    ...momentColumns(t('links.columns.checked'), ({ line }: PlaceRow) => line.at),
    {
      header: t('places.result'),
      value: ({ line: { results, picked } }) =>
        results === null ? null : places.picked(picked, results.length),
    },
    { header: t('places.samePlace'), value: (row) => places.inRows(sameAs(row) ?? []) },
    ...momentColumns(t('places.readBefore'), ({ before }: PlaceRow) => dateOf(before)),
    ...changeColumns(texts, ({ found, before }: PlaceRow) => [found?.now, before]),
    { header: t('places.newReviews', { days: 30 }), value: ({ pace }) => pace?.last30 ?? null },
    { header: t('places.newReviews', { days: 90 }), value: ({ pace }) => pace?.last90 ?? null },
    {
      header: t('places.repliesShare'),
      value: ({ pace }) => (pace === null ? null : Math.round((100 * pace.replied) / pace.read)),
    },
    { header: t('places.readReviews'), value: ({ pace }) => pace?.read ?? null },
    ...momentColumns(t('places.paceAt'), ({ pace }: PlaceRow) => dateOf(pace)),
    ...failureColumns(texts, ({ line }: PlaceRow) => failureOf(line)),
  ];
}
