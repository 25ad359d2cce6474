import { useEffect, useRef } from 'preact/hooks';
import { datedName } from '../../lists/file-name.js';
import { useConsole, useTexts } from '../context.js';
import { PlaceGuide } from '../help/place-guide.js';
import { SampleList } from '../help/sample-list.js';
import { PlaceModes } from '../place/modes.js';
import { Downloads } from '../ui/downloads.js';
import { isOpen, MOST_PLACES } from './store.js';
import { PlacesTable } from './table.js';
import { placeListColumns } from './table-columns.js';

/** The view that reads many places: names, links or identifiers in, one table out. */
export function PlacesView() {
  const { places, examples } = useConsole();
  const { places: texts, place } = useTexts();
  const { parsed, phase, text } = places;
  const { links, repeated } = parsed.value;
  const isReading = phase.value === 'reading';
  const isTooMany = links.length > MOST_PLACES;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isReading && links.length > 0 && !isTooMany) void places.start();
  };
  return (
    <>
      <PlaceModes />
      <p class="intro">{texts.intro}</p>
      <form class="asking" onSubmit={submit}>
        <label for="places-text">{texts.label}</label>
        <textarea
          id="places-text"
          rows={7}
          value={text.value}
          placeholder={place.example}
          spellcheck={false}
          autocomplete="off"
          onInput={(event) => {
            text.value = event.currentTarget.value;
          }}
        />
        <p class="muted" aria-live="polite">
          {links.length === 0 ? texts.none : texts.counted(links.length, repeated)}
          {isTooMany && ` ${texts.tooMany(MOST_PLACES)}`}
        </p>
        <div class="actions">
          <button type="submit" aria-disabled={isReading || links.length === 0 || isTooMany}>
            {isReading ? texts.reading : texts.read}
          </button>
          {isReading && (
            <button type="button" class="quiet" onClick={places.stop}>
              {texts.stop}
            </button>
          )}
          {text.value === '' && (
            <SampleList
              lines={examples.places}
              use={(list) => {
                text.value = list;
              }}
            />
          )}
        </div>
      </form>
      {places.lines.value.length === 0 && <PlaceGuide />}
      {places.lines.value.length > 0 && <PlacesResults />}
    </>
  );
}

function PlacesResults() {
  const { places, languages, announce } = useConsole();
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
      <div class="progress">
        <progress aria-label={texts.titles.places} max={all} value={done} />
        <span>{sentence}</span>
      </div>
      <div class="actions">
        {!isReading && open > 0 && (
          <button type="button" class="quiet" onClick={() => void places.resume()}>
            {texts.places.resume(open)}
          </button>
        )}
        <Downloads
          note={done === all ? null : texts.download.partial(String(done), String(all))}
          make={() => ({
            fileName: datedName(texts.places.fileName, new Date()),
            sheet: texts.places.sheet,
            columns: placeListColumns(languages.current.value, texts),
            rows: lines.value,
          })}
        />
      </div>
      <PlacesTable />
    </section>
  );
}
