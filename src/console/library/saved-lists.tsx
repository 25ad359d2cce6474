import { useRef } from 'preact/hooks';
import { useConsole, useTexts } from '../context.js';
import { SavedItem } from './saved-item.js';
import { MOST_LISTS, UNUSED_DAYS } from './store.js';

/** The lists that this browser keeps, and the switch that turns keeping off. */
export function SavedLists() {
  const { library } = useConsole();
  const { library: texts } = useTexts();
  const lists = library.lists.value;
  return (
    <>
      {library.failed.value && (
        <p class="notice" role="alert">
          {texts.failed}
        </p>
      )}
      <details class="saved">
        <summary>{texts.lists(lists.length)}</summary>
        {lists.length > 0 && (
          <ul>
            {lists.map((list) => (
              <SavedItem key={list.id} list={list} />
            ))}
          </ul>
        )}
        <p class="small muted">
          {texts.about(MOST_LISTS)} {texts.unusedFor(library.unusedDays.value)}
        </p>
        <UnusedDays />
        <LibrarySwitch />
      </details>
    </>
  );
}

/** How long what is not used stays. */
function UnusedDays() {
  const { library } = useConsole();
  const { library: texts } = useTexts();
  return (
    <p class="line">
      <label for="unused-days">{texts.deleteUnused}</label>
      <select
        id="unused-days"
        value={library.unusedDays.value ?? 'never'}
        onChange={({ currentTarget: { value } }) =>
          library.keepUnused(UNUSED_DAYS.find((days) => String(days) === value) ?? null)
        }
      >
        {UNUSED_DAYS.map((days) => (
          <option key={days} value={days}>
            {texts.afterDays(days)}
          </option>
        ))}
        <option value="never">{texts.neverDeleted}</option>
      </select>
    </p>
  );
}

/** Off deletes everything, after a question. */
function LibrarySwitch() {
  const { library, announce } = useConsole();
  const { library: texts } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const isEmpty = library.lists.value.length + library.places.value.length === 0;
  const turn = async (isOn: boolean) => {
    dialog.current?.close();
    await library.turn(isOn);
    announce(isOn ? texts.isOn : texts.isOff);
  };
  const onClick = (event: Event) => {
    // The box follows the library, which may wait for an answer first.
    event.preventDefault();
    if (!library.isOn.value) void turn(true);
    else if (isEmpty) void turn(false);
    else dialog.current?.showModal();
  };
  return (
    <>
      <label class="switch">
        <input type="checkbox" checked={library.isOn.value} onClick={onClick} /> {texts.keep}
      </label>
      <dialog ref={dialog} aria-labelledby="off-title" aria-describedby="off-what">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void turn(false);
          }}
        >
          <h2 id="off-title">{texts.offTitle}</h2>
          <p id="off-what">{texts.offWhat}</p>
          <div class="actions">
            {/* First, so that it has the focus: Enter alone changes nothing. */}
            <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
              {texts.keepOn}
            </button>
            <button type="submit">{texts.turnOff}</button>
          </div>
        </form>
      </dialog>
    </>
  );
}
