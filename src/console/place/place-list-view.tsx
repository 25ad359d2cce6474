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
  difference,
  type Pace,
  PLACE_SORTS,
  type PlaceLine,
  type PlaceRow,
  repeatedPlaces,
  rowsOf,
  type Snapshot,
  sortedRows,
} from './place-line.js';
import { failureOf, isOpen, MAX_PLACES } from './place-list-store.js';
import type { PlaceAnswer } from './place-store.js';
import { PlaceModes } from './place-view.js';
import { changeColumns, failureColumns, readingColumns, readingRows } from './readings.js';

/** The view that reads many places, by names, links or identifiers, into one table. */
export function PlacesView() {
  const { places, examples } = useConsole();
  const { places: texts, place, links: linkTexts } = useTexts();
  const { input, phase, lines } = places;
  const { links, repeated } = input.own.value.list;
  const isReading = phase.value === 'reading';
  const isTooMany = links.length > MAX_PLACES;
  const counted = links.length === 0 ? texts.none : texts.counted(links.length, repeated);
  return (
    <>
      <PlaceModes />
      <p class="intro">{texts.intro}</p>
      <ListForm
        input={input}
        name="places"
        label={texts.label}
        placeholder={place.example}
        fileFailed={linkTexts.fileFailed}
        counted={isTooMany ? `${counted} ${texts.tooMany(MAX_PLACES)}` : counted}
        action={isReading ? texts.reading : texts.read}
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
    phase.value === 'finished' ? texts.places.finished(found, all - found) : texts.places.progress(done, all);
  useEffect(() => {
    if (shownBefore.current === 'reading' && !isReading) announce(sentence);
    shownBefore.current = phase.value;
  }, [phase.value]);
  return (
    <section class="card" aria-label={texts.titles.places}>
      {pause.value !== null && (
        <p class="notice" role="timer">
          {texts.whyFailed(pause.value.failure)} {texts.places.paused(pause.value.secondsLeft)}
        </p>
      )}
      <Progress label={texts.titles.places} done={done} all={all} text={sentence} />
      <div class="actions">
        {!isReading && open > 0 && (
          <Button text={texts.places.resume(open)} onClick={() => void places.resume()} />
        )}
        {found > 0 && (
          <ListActions source={() => ({ kind: 'text', text: [...placeIds].join('\n'), name: null })} />
        )}
        <DownloadMenu
          files={[
            ...tableFiles(texts.language, texts.places.thisReading(partial), () => ({
              fileName: datedName([texts.places.fileName, partial], new Date()),
              sheet: texts.places.sheet,
              columns: exportColumns(texts, rows),
              rows,
            })),
            ...([...places.history.value.values()].some(({ length }) => length > 1)
              ? tableFiles(texts.language, texts.places.allReadings, async () => ({
                  fileName: datedName([texts.places.fileName, texts.places.allReadings], new Date()),
                  sheet: texts.places.allReadings,
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
  const { places: texts, place } = useTexts();
  return Array.from(repeatedPlaces(rows), ([placeId, indexes]) => {
    const name = rows[indexes[0] ?? 0]?.found?.answer.details[PLACE_FIELDS.name] ?? place.nameless;
    return (
      <p key={placeId} class="notice" role="note">
        {texts.repeated(name, indexes)}
      </p>
    );
  });
}

function PlacesTable({ rows }: { rows: readonly PlaceRow[] }) {
  const { places } = useConsole();
  const { places: texts, reviews, histogram } = useTexts();
  return (
    <>
      <Choice
        isBeside
        id="places-sort"
        label={reviews.sort}
        value={places.sort.value}
        options={PLACE_SORTS.map((sort) => [sort, texts.sorts[sort]])}
        choose={setter(places.sort)}
      />
      <Table
        class="verdicts places"
        name={texts.sheet}
        rows={sortedRows(rows, places.sort.value)}
        page={places.page}
        keyOf={({ index }) => index}
        numberOf={({ index }) => index + 1}
        columns={[
          { header: texts.query, class: 'address', cell: ({ line }) => line.query },
          { header: texts.place, width: '29%', cell: (row) => <Outcome row={row} /> },
          {
            header: texts.rating,
            width: '5.5rem',
            cell: whenFound(texts.rating, (found, { before }) => <Rating found={found} before={before} />),
          },
          {
            header: texts.reviews,
            width: '7.5rem',
            cell: whenFound(texts.reviews, (found, { before }) => (
              <ReviewCount found={found} before={before} />
            )),
          },
          {
            header: histogram.title,
            width: '6rem',
            cell: whenFound(histogram.title, ({ answer }) => <StarBars details={answer.details} />),
          },
          {
            header: texts.pace,
            width: '9.5rem',
            cell: whenFound(texts.pace, ({ answer }, { pace }) => <PaceOf answer={answer} pace={pace} />),
          },
        ]}
      />
    </>
  );
}

function Outcome({ row: { line, found } }: { row: PlaceRow }) {
  const { places: texts, whyFailed, place, links, language, formats } = useTexts();
  const { outcome } = line;
  if (outcome === null) return <Mark tone="plain" text={links.waiting} />;
  if ('failure' in outcome) {
    const { failure } = outcome;
    return (
      <>
        <span class="bad toned">
          {failure.code === 'invalid_request' ? place.invalid : whyFailed(failure)}
        </span>
        <OtherResults line={line} />
      </>
    );
  }
  const { details, place_id: placeId } = outcome.data;
  return (
    <>
      <a href={formatRoute({ view: 'place', query: placeId })}>
        {details[PLACE_FIELDS.name] ?? place.nameless}
      </a>
      <div class="small muted">{details[PLACE_FIELDS.address] ?? texts.noAddress}</div>
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
  const { places: texts, place, formats, unknown } = useTexts();
  if (results === null) return null;
  const isReading = places.phase.value === 'reading';
  return (
    <details class="small">
      <summary>{texts.picked(picked, results.length)}</summary>
      <ol class="results">
        {results.map((result, index) => {
          const rating = result[PLACE_FIELDS.rating];
          const name = result[PLACE_FIELDS.name] ?? place.nameless;
          return (
            <li key={result.place_id}>
              {name} – {result[PLACE_FIELDS.address] ?? unknown},{' '}
              {rating === null ? unknown : `${formats.decimal(rating)} ★`}{' '}
              {index !== picked && (
                <Button
                  text={texts.pick}
                  class="quiet tiny"
                  isOff={isReading}
                  aria-label={`${texts.pick}: ${index + 1}. ${name}`}
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
  const { places: texts } = useTexts();
  if (history.length < 2) return null;
  return (
    <details class="small">
      <summary>{texts.snapshots(history.length)}</summary>
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
  const { places: texts, formats, unknown } = useTexts();
  const change = difference(now.rating, before?.rating);
  return (
    <>
      {now.rating === null ? (now.count === 0 ? '–' : unknown) : `${formats.decimal(now.rating)} ★`}
      {change !== null && <div class="small">{texts.signed(change, formats.decimal)}</div>}
    </>
  );
}

function ReviewCount({ found: { now }, before }: { found: Found; before: Snapshot | null }) {
  const { places: texts, formats, unknown } = useTexts();
  const change = difference(now.count, before?.count);
  return (
    <>
      {now.count === null ? unknown : formats.number(now.count)}
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
  const { places: texts, place, reviews } = useTexts();
  const name = answer.details[PLACE_FIELDS.name] ?? place.nameless;
  if (pace === null)
    return (
      <a href={formatRoute(reviewsOf(answer.place_id))} aria-label={`${reviews.read}: ${name}`}>
        {reviews.read}
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
  const { places: texts, formats } = useTexts();
  const sets = placeSets.sets.value;
  const items = sets.map(({ id, title, queries, at }) => {
    const ownName = texts.unnamed(formats.moment(momentOf(Number(id))));
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
  return <Kept summary={texts.sets(sets.length)} about={texts.aboutSets(MAX_SETS)} items={items} />;
}

/** The columns of many places, one row per line of the list. A place without a result has the reason. */
function exportColumns(texts: Texts, rows: readonly PlaceRow[]): Column<PlaceRow>[] {
  const { places, links, language } = texts;
  const [query, ...columns] = placeColumns(language);
  const repeated = repeatedPlaces(rows);
  const sameAs = ({ found, index }: PlaceRow) =>
    repeated.get(found?.now.placeId ?? '')?.flatMap((other) => (other === index ? [] : [other + 1]));
  const dateOf = (of: { readonly at: number } | null) => (of === null ? null : new Date(of.at));
  return [
    { header: query?.header ?? places.query, value: ({ line }) => line.query },
    ...columns.map(({ value, ...column }) => ({
      ...column,
      value: ({ found }: PlaceRow) => (found === null ? null : value(found.answer)),
    })),
    ...momentColumns(links.columns.checked, ({ line }: PlaceRow) => line.at),
    {
      header: places.result,
      value: ({ line: { results, picked } }) =>
        results === null ? null : places.picked(picked, results.length),
    },
    { header: places.samePlace, value: (row) => places.inRows(sameAs(row) ?? []) },
    ...momentColumns(places.readBefore, ({ before }: PlaceRow) => dateOf(before)),
    ...changeColumns(places, ({ found, before }: PlaceRow) => [found?.now, before]),
    { header: places.newReviews(30), value: ({ pace }) => pace?.last30 ?? null },
    { header: places.newReviews(90), value: ({ pace }) => pace?.last90 ?? null },
    {
      header: places.repliesShare,
      value: ({ pace }) => (pace === null ? null : Math.round((100 * pace.replied) / pace.read)),
    },
    { header: places.readReviews, value: ({ pace }) => pace?.read ?? null },
    ...momentColumns(places.paceAt, ({ pace }: PlaceRow) => dateOf(pace)),
    ...failureColumns(texts, ({ line }: PlaceRow) => failureOf(line)),
  ];
}
