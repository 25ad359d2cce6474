import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import { noticeTexts } from '../../core/texts/outcomes.js';
import { datedName } from '../../kit/lists/file-name.js';
import { placeColumns } from '../../kit/lists/place-columns.js';
import { type Column, momentColumns } from '../../kit/lists/table.js';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { Table } from '../../kit/ui/data-table.js';
import { DownloadMenu, tableFiles } from '../../kit/ui/downloads.js';
import { Choice } from '../../kit/ui/fields.js';
import { ListActions } from '../../kit/ui/list-actions.js';
import { Progress } from '../../kit/ui/progress-bar.js';
import { Mark } from '../../kit/ui/signs.js';
import { formatRoute, reviewsOf } from '../../kit/ui/state/route.js';
import { setter } from '../../kit/ui/state/ui-signals.js';
import type { Texts } from '../../kit/ui/texts.js';
import { PlaceGuide } from '../help/guides.js';
import { useConsole } from '../shell.js';
import {
  PLACE_SORTS,
  type PlaceLine,
  type PlaceRow,
  repeatedPlaces,
  rowsOf,
  sortedRows,
} from './place-line.js';
import { failureOf, isOpen } from './place-list-store.js';

/** The view that compares many places in one table. The input of the page is its form. */
export function PlacesView() {
  const { places, ask } = useConsole();
  const { t } = useTexts();
  const lines = places.lines.value;
  if (lines.length === 0)
    return (
      <>
        <p class="intro">{t('places.intro')}</p>
        <PlaceGuide />
      </>
    );
  const list = lines.map(({ query }) => query).join('\n');
  return (
    <>
      <div class="toolbar folded">
        <strong>{t('count.places', { count: lines.length })}</strong>
        <div class="actions">
          <Button
            text={t('links.change')}
            onClick={() => ask.show({ kind: 'text', text: list, name: null })}
          />
          {places.phase.value === 'reading' && <Button text={t('stop')} onClick={places.stop} />}
        </div>
      </div>
      <PlacesResults />
    </>
  );
}

function PlacesResults() {
  const { places, announce } = useConsole();
  const texts = useTexts();
  const { lines, phase, pause } = places;
  const all = lines.value.length;
  const done = lines.value.filter(({ outcome }) => outcome !== null).length;
  const found = lines.value.filter(({ outcome }) => outcome !== null && 'data' in outcome).length;
  const open = lines.value.filter(isOpen).length;
  const rows = rowsOf(lines.value);
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
          files={tableFiles(texts.language, partial, () => ({
            fileName: datedName([texts.t('places.fileName'), partial], new Date()),
            sheet: texts.t('places.sheet'),
            columns: exportColumns(texts, rows),
            rows,
          }))}
        />
      </div>
      <RepeatedPlaces rows={rows} />
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
  const { t, formats } = useTexts();
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
            cell: whenFound(t('places.rating'), ({ now: { rating, count } }) =>
              rating === null ? (count === 0 ? '–' : t('unknown')) : `${formats.decimal(rating)} ★`,
            ),
          },
          {
            header: t('places.reviews'),
            width: '7.5rem',
            cell: whenFound(t('places.reviews'), ({ now: { count } }) =>
              count === null ? t('unknown') : formats.number(count),
            ),
          },
          {
            header: t('titles.reviews'),
            width: '9.5rem',
            cell: whenFound(t('titles.reviews'), ({ answer }) => (
              <a
                href={formatRoute(reviewsOf(answer.place_id))}
                aria-label={`${t('reviews.read')}: ${answer.details[PLACE_FIELDS.name] ?? t('place.nameless')}`}
              >
                {t('reviews.read')}
              </a>
            )),
          },
        ]}
      />
    </>
  );
}

function Outcome({ row: { line } }: { row: PlaceRow }) {
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

type Found = NonNullable<PlaceRow['found']>;

/** A cell with its heading, which is shown on a phone. The cell is empty while the place is unknown. */
function whenFound(label: string, cell: (found: Found) => ComponentChildren) {
  return ({ found }: PlaceRow) =>
    found === null ? null : (
      <>
        <span class="label muted">{label}: </span>
        {cell(found)}
      </>
    );
}

/** The columns of many places, one row per line of the list. A place without a result has the reason. */
function exportColumns(texts: Texts, rows: readonly PlaceRow[]): Column<PlaceRow>[] {
  const { t, places, language } = texts;
  const [query, ...columns] = placeColumns(language);
  const repeated = repeatedPlaces(rows);
  const sameAs = ({ found, index }: PlaceRow) =>
    repeated.get(found?.now.placeId ?? '')?.flatMap((other) => (other === index ? [] : [other + 1]));
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
    {
      header: t('places.error'),
      value: ({ line }) => {
        const failure = failureOf(line);
        return failure === null ? null : texts.whyFailed(failure);
      },
    },
    { header: t('places.errorCode'), value: ({ line }) => failureOf(line)?.code ?? null },
  ];
}
