import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { noticeTexts } from '../../contract/texts/outcomes.js';
import { datedName } from '../../lists/file-name.js';
import { placeColumns } from '../../lists/place-columns.js';
import type { Column } from '../../lists/table.js';
import { useConsole, useTexts } from '../context.js';
import { PlaceGuide } from '../help/guides.js';
import { ListForm } from '../input/list-form.js';
import { formatRoute } from '../state/route.js';
import type { Texts } from '../texts.js';
import { TableDownloads } from '../ui/downloads.js';
import { Progress } from '../ui/progress.js';
import { Mark } from '../ui/signs.js';
import { Table } from '../ui/table.js';
import { isOpen, MAX_PLACES, type PlaceLine, STOPPED } from './list-store.js';
import type { PlaceAnswer } from './store.js';
import { PlaceModes } from './view.js';

/** The view that reads many places, by names, links or identifiers, into one table. */
export function PlacesView() {
  const { places, examples } = useConsole();
  const { places: texts, place } = useTexts();
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
        counted={isTooMany ? `${counted} ${texts.tooMany(MAX_PLACES)}` : counted}
        action={isReading ? texts.reading : texts.read}
        isReady={!isReading && links.length > 0 && !isTooMany}
        start={() => void places.start()}
        stop={isReading ? places.stop : null}
        sample={examples.places}
      />
      {lines.value.length === 0 ? <PlaceGuide /> : <PlacesResults />}
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
          {texts.failures[pause.value.failure.code]} {texts.places.paused(pause.value.secondsLeft)}
        </p>
      )}
      <Progress label={texts.titles.places} done={done} all={all} text={sentence} />
      <div class="actions">
        {!isReading && open > 0 && (
          <button type="button" class="quiet" onClick={() => void places.resume()}>
            {texts.places.resume(open)}
          </button>
        )}
        <TableDownloads
          note={done === all ? null : texts.download.partial(String(done), String(all))}
          make={() => ({
            fileName: datedName(texts.places.fileName, new Date()),
            sheet: texts.places.sheet,
            columns: exportColumns(texts),
            rows: lines.value,
          })}
        />
      </div>
      <PlacesTable />
    </section>
  );
}

function PlacesTable() {
  const { places } = useConsole();
  const { places: texts } = useTexts();
  return (
    <Table
      class="verdicts places"
      name={texts.sheet}
      rows={places.lines.value}
      page={places.page}
      keyOf={(_line, index) => index}
      numberOf={(_line, index) => index + 1}
      columns={[
        { header: texts.query, class: 'address', cell: ({ query }) => query },
        { header: texts.place, width: '38%', cell: (line) => <Outcome line={line} /> },
        { header: texts.rating, width: '5.5rem', cell: whenFound((answer) => <Rating answer={answer} />) },
        {
          header: texts.reviews,
          width: '8.5rem',
          cell: whenFound((answer) => <ReviewCount answer={answer} />),
        },
      ]}
    />
  );
}

function whenFound(cell: (answer: PlaceAnswer) => ComponentChildren) {
  return ({ outcome }: PlaceLine) => (outcome !== null && 'data' in outcome ? cell(outcome.data) : null);
}

function Outcome({ line: { outcome } }: { line: PlaceLine }) {
  const { places: texts, failures, place, links, language } = useTexts();
  if (outcome === null) return <Mark tone="plain" text={links.waiting} />;
  if ('failure' in outcome) {
    const { code } = outcome.failure;
    return <span class="bad toned">{code === 'invalid_request' ? place.invalid : failures[code]}</span>;
  }
  const { details, candidates, place_id: placeId } = outcome.data;
  return (
    <>
      <a href={formatRoute({ view: 'place', query: placeId })}>
        {details[PLACE_FIELDS.name] ?? place.nameless}
      </a>
      <div class="small muted">{details[PLACE_FIELDS.address] ?? texts.noAddress}</div>
      {noticeTexts(language, outcome.data).map((text) => (
        <div class="small" key={text} dir="auto">
          {text}
        </div>
      ))}
      {candidates !== undefined && <div class="small">{texts.several(candidates.length)}</div>}
    </>
  );
}

function Rating({ answer: { details } }: { answer: PlaceAnswer }) {
  const { places: texts, formats, unknown } = useTexts();
  const rating = details[PLACE_FIELDS.rating];
  const none = details[PLACE_FIELDS.reviewCount] === 0 ? '–' : unknown;
  return (
    <>
      <span class="label muted">{texts.rating}: </span>
      {rating === null ? none : `${formats.decimal(rating)} ★`}
    </>
  );
}

function ReviewCount({ answer: { details } }: { answer: PlaceAnswer }) {
  const { places: texts, place, unknown } = useTexts();
  const count = details[PLACE_FIELDS.reviewCount];
  if (count !== null) return place.reviews(count);
  return (
    <>
      <span class="label muted">{texts.reviews}: </span>
      {unknown}
    </>
  );
}

/** The columns of many places, one row per line of the list. A place without a result has the reason. */
function exportColumns({ places, links, failures, language }: Texts): Column<PlaceLine>[] {
  const [query, ...columns] = placeColumns(language);
  const failureOf = ({ outcome }: PlaceLine) => {
    if (outcome === null) return STOPPED;
    return 'failure' in outcome ? outcome.failure : null;
  };
  return [
    { header: query?.header ?? places.query, value: (line) => line.query },
    ...columns.map(({ value, ...column }) => ({
      ...column,
      value: ({ outcome }: PlaceLine) => (outcome !== null && 'data' in outcome ? value(outcome.data) : null),
    })),
    { header: links.columns.checked, value: ({ at }) => at },
    {
      header: places.error,
      value: (line) => {
        const failure = failureOf(line);
        return failure === null ? null : failures[failure.code];
      },
    },
    { header: places.errorCode, value: (line) => failureOf(line)?.code ?? null },
  ];
}
