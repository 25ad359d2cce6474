import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { wallClock } from '../../lists/table.js';
import { useConsole, useTexts } from '../context.js';
import { formatRoute } from '../state/route.js';
import { setter } from '../state/signals.js';
import { Choice } from '../ui/fields.js';
import { Question } from '../ui/question.js';
import { MAX_LISTS, type SavedList, UNUSED_DAYS } from './store.js';

/** The lists that this browser keeps, and the switch of the library. */
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
          <ul class="rows">
            {lists.map((list) => (
              <SavedLinks key={list.id} list={list} />
            ))}
          </ul>
        )}
        <p class="small muted">
          {texts.about(MAX_LISTS)} {texts.unusedFor(library.unusedDays.value)}
        </p>
        <UnusedDays />
        <LibrarySwitch />
      </details>
    </>
  );
}

function UnusedDays() {
  const { library } = useConsole();
  const { library: texts } = useTexts();
  return (
    <p class="line">
      <Choice
        id="unused-days"
        label={texts.deleteUnused}
        value={library.unusedDays.value}
        options={[
          ...UNUSED_DAYS.map((days) => [days, texts.afterDays(days)] as const),
          [null, texts.neverDeleted],
        ]}
        choose={setter(library.unusedDays)}
      />
    </p>
  );
}

/** The switch of the library. Turning it off deletes everything after a confirmation. */
function LibrarySwitch() {
  const { library, placeSets, announce } = useConsole();
  const { library: texts } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const kept = [library.lists, library.places, placeSets.sets];
  const isEmpty = kept.every(({ value }) => value.length === 0);
  const turn = async (isOn: boolean) => {
    await library.turn(isOn);
    announce(isOn ? texts.isOn : texts.isOff);
  };
  const onClick = (event: Event) => {
    // The box shows the state of the library, which may wait for the confirmation first.
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
      <Question dialog={dialog} words={texts.off} confirm={() => void turn(false)} />
    </>
  );
}

const MAX_TITLE = 100;

/** A saved list of links with its counts. */
function SavedLinks({ list }: { list: SavedList }) {
  const { library, links } = useConsole();
  const { library: texts, links: linkTexts, formats } = useTexts();
  const at = formats.moment(wallClock(new Date(list.checkedAt)) ?? '');
  const ownName = list.name ?? texts.unnamed(at);
  const name = list.title ?? ownName;
  return (
    <SavedItem
      id={list.id}
      name={name}
      ownName={ownName}
      about={[name !== texts.unnamed(at) && at, linkTexts.counted(list.links, 0, 0, 1), texts.came(list)]
        .filter(Boolean)
        .join(' · ')}
      isBusy={links.phase.value === 'checking'}
      open={links.open}
      rename={library.rename}
      remove={library.remove}
    />
  );
}

/** A saved list: its name, a description, and buttons to open, rename and delete it. */
export function SavedItem(props: {
  id: string;
  name: string;
  /** The name of a list that the user has not named. */
  ownName: string;
  about: string;
  /** True while no other list can be opened. */
  isBusy: boolean;
  open: (id: string) => Promise<boolean>;
  /** An empty title removes the user's name. */
  rename: (id: string, title: string) => Promise<unknown>;
  remove: (id: string) => Promise<unknown>;
}) {
  const { announce } = useConsole();
  const { library: texts } = useTexts();
  const { id, name, ownName, isBusy } = props;
  const missing = useSignal(false);
  const isRenaming = useSignal(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const open = async () => {
    if (isBusy) return;
    missing.value = !(await props.open(id));
    if (!missing.value) announce(texts.opened(name));
  };
  const remove = async () => {
    await props.remove(id);
    announce(texts.removed(name));
  };
  const rename = async (title: string | null) => {
    isRenaming.value = false;
    renameButton.current?.focus();
    if (title === null || title === name) return;
    await props.rename(id, title === ownName ? '' : title);
    announce(texts.renamed(title === '' ? ownName : title));
  };
  return (
    <li class="toolbar">
      <div class="grow">
        {isRenaming.value ? (
          <RenameForm id={id} name={name} ownName={ownName} end={(title) => void rename(title)} />
        ) : (
          <strong>{name}</strong>
        )}
        <div class="small muted">{props.about}</div>
      </div>
      <span class="actions">
        <button
          type="button"
          class="quiet"
          aria-label={texts.openNamed(name)}
          aria-disabled={isBusy}
          onClick={open}
        >
          {texts.open}
        </button>
        <button
          ref={renameButton}
          type="button"
          class="quiet"
          aria-label={texts.renameNamed(name)}
          onClick={() => {
            isRenaming.value = true;
          }}
        >
          {texts.rename}
        </button>
        <button type="button" class="quiet" aria-label={texts.removeNamed(name)} onClick={remove}>
          {texts.remove}
        </button>
      </span>
      {missing.value && <span role="alert">{texts.missing}</span>}
    </li>
  );
}

/** The field that replaces the name. `end` gets the new name, or null when the user changes nothing. */
function RenameForm(props: {
  id: string;
  name: string;
  ownName: string;
  end: (title: string | null) => void;
}) {
  const { id, name, ownName, end } = props;
  const { library: texts } = useTexts();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <form
      class="line"
      onSubmit={(event) => {
        event.preventDefault();
        end(field.current?.value.trim() ?? null);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') end(null);
      }}
    >
      <label class="unseen" for={`title-${id}`}>
        {texts.title}
      </label>
      <input
        ref={field}
        id={`title-${id}`}
        type="text"
        defaultValue={name}
        placeholder={ownName}
        maxLength={MAX_TITLE}
        autocomplete="off"
      />
      <button type="submit" class="quiet">
        {texts.saveTitle}
      </button>
      <button type="button" class="quiet" onClick={() => end(null)}>
        {texts.keepTitle}
      </button>
    </form>
  );
}

/** The places that were found in this browser, the most recent first. */
export function RecentPlaces() {
  const { library, announce } = useConsole();
  const { library: texts } = useTexts();
  const places = library.places.value;
  if (places.length === 0) return null;
  const clear = async () => {
    await library.removePlaces();
    announce(texts.placesRemoved);
  };
  return (
    <details class="saved">
      <summary>{texts.places(places.length)}</summary>
      <ul class="rows">
        {places.map(({ query, name }) => (
          <li key={query} class="toolbar">
            <a href={formatRoute({ view: 'place', query })}>{name ?? query}</a>
            {name !== null && name !== query && <span class="small muted">{query}</span>}
          </li>
        ))}
      </ul>
      <p class="small muted">
        {texts.onlyHere} {texts.unusedFor(library.unusedDays.value)}
      </p>
      <div class="actions">
        <button type="button" class="quiet" onClick={clear}>
          {texts.removePlaces}
        </button>
      </div>
    </details>
  );
}
