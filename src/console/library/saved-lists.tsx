import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { wallClock } from '../../kit/lists/table.js';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { Choice } from '../../kit/ui/fields.js';
import { ListActions } from '../../kit/ui/list-actions.js';
import { Question } from '../../kit/ui/question.js';
import { formatRoute } from '../../kit/ui/state/route.js';
import { setter } from '../../kit/ui/state/ui-signals.js';
import { useConsole } from '../shell.js';
import { type SavedList, UNUSED_DAYS } from './library-database.js';
import { MAX_LISTS } from './library-store.js';

/** A fold with the data that this browser keeps. `about`: describes the data and where they are kept. */
export function Kept(props: {
  summary: string;
  about: string;
  items: readonly JSX.Element[];
  /** Whether the fold is shown without items. */
  isAlwaysShown?: boolean;
  children?: ComponentChildren;
}) {
  const { summary, about, items, isAlwaysShown = false, children } = props;
  const { kept } = useConsole();
  const { t, library: texts } = useTexts();
  return (
    <>
      {kept.failed.value && (
        <p class="notice" role="alert">
          {t('library.failed')}
        </p>
      )}
      {(isAlwaysShown || items.length > 0) && (
        <details class="saved">
          <summary>{summary}</summary>
          {items.length > 0 && <ul class="rows">{items}</ul>}
          <p class="small muted">
            {about} {texts.unusedFor(kept.unusedDays.value)}
          </p>
          {children}
        </details>
      )}
    </>
  );
}

/** The lists that this browser keeps, and the switch of the library. */
export function SavedLists() {
  const { library } = useConsole();
  const { t } = useTexts();
  const lists = library.lists.value;
  const items = lists.map((list) => <SavedLinks key={list.id} list={list} />);
  return (
    <Kept
      summary={t('library.lists', { value: lists.length })}
      about={t('library.about', { max: MAX_LISTS })}
      items={items}
      isAlwaysShown
    >
      <UnusedDays />
      <KeepSwitch />
    </Kept>
  );
}

function UnusedDays() {
  const { kept } = useConsole();
  const { t, library: texts } = useTexts();
  return (
    <Choice
      isBeside
      id="unused-days"
      label={t('library.deleteUnused')}
      value={kept.unusedDays.value}
      options={[
        ...UNUSED_DAYS.map((days) => [days, texts.afterDays(days)] as const),
        [null, t('library.neverDeleted')],
      ]}
      choose={setter(kept.unusedDays)}
    />
  );
}

/** The switch that turns keeping on and off. Turning it off deletes everything after a confirmation. */
function KeepSwitch() {
  const { kept, library, placeSets, announce } = useConsole();
  const { t, library: texts } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const isEmpty = [library.lists, library.places, placeSets.sets].every(({ value }) => value.length === 0);
  const turn = async (isOn: boolean) => {
    await kept.turn(isOn);
    announce(isOn ? t('library.isOn') : t('library.isOff'));
  };
  const onClick = (event: Event) => {
    // The box shows the state of the switch, which may wait for the confirmation first.
    event.preventDefault();
    if (!kept.isOn.value) void turn(true);
    else if (isEmpty) void turn(false);
    else dialog.current?.showModal();
  };
  return (
    <>
      <label class="switch">
        <input type="checkbox" checked={kept.isOn.value} onClick={onClick} /> {t('library.keep')}
      </label>
      <Question dialog={dialog} words={texts.off} confirm={() => void turn(false)} />
    </>
  );
}

const MAX_TITLE = 100;

/** A saved list of links with its counts. */
function SavedLinks({ list }: { list: SavedList }) {
  const { library, links } = useConsole();
  const { t, library: texts, links: linkTexts, formats } = useTexts();
  const at = formats.moment(wallClock(new Date(list.checkedAt)) ?? '');
  const ownName = list.name ?? t('library.unnamed', { at });
  const name = list.title ?? ownName;
  return (
    <SavedItem
      id={list.id}
      name={name}
      ownName={ownName}
      about={[
        name !== t('library.unnamed', { at }) && at,
        linkTexts.counted(list.links, 0, 0, 1),
        texts.came(list),
      ]
        .filter(Boolean)
        .join(' · ')}
      isBusy={links.phase.value === 'checking'}
      open={links.open}
      rename={library.rename}
      remove={library.remove}
    >
      <ListActions about={name} source={async () => (await library.open(list.id))?.source ?? null} />
    </SavedItem>
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
  /** More buttons. */
  children?: ComponentChildren;
}) {
  const { announce } = useConsole();
  const { t } = useTexts();
  const { id, name, ownName, isBusy } = props;
  const missing = useSignal(false);
  const isRenaming = useSignal(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const open = async () => {
    missing.value = !(await props.open(id));
    if (!missing.value) announce(t('library.opened', { name }));
  };
  const remove = async () => {
    await props.remove(id);
    announce(t('library.removed', { name }));
  };
  const rename = async (title: string | null) => {
    isRenaming.value = false;
    renameButton.current?.focus();
    if (title === null || title === name) return;
    await props.rename(id, title === ownName ? '' : title);
    announce(t('library.renamed', { name: title === '' ? ownName : title }));
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
        <Button
          text={t('library.open')}
          aria-label={`${t('library.open')}: ${name}`}
          isOff={isBusy}
          onClick={open}
        />
        <Button
          text={t('library.rename')}
          ref={renameButton}
          aria-label={`${t('library.rename')}: ${name}`}
          onClick={() => {
            isRenaming.value = true;
          }}
        />
        <Button text={t('library.remove')} aria-label={`${t('library.remove')}: ${name}`} onClick={remove} />
        {props.children}
      </span>
      {missing.value && <span role="alert">{t('library.missing')}</span>}
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
  const { t } = useTexts();
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
        {t('library.title')}
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
        {t('library.saveTitle')}
      </button>
      <Button text={t('library.keepTitle')} onClick={() => end(null)} />
    </form>
  );
}

/** The places that were found in this browser, the most recent first. */
export function RecentPlaces() {
  const { library, announce } = useConsole();
  const { t } = useTexts();
  const clear = async () => {
    await library.removePlaces();
    announce(t('library.placesRemoved'));
  };
  const items = library.places.value.map(({ query, name }) => (
    <li key={query} class="toolbar">
      <a href={formatRoute({ view: 'place', query })}>{name ?? query}</a>
      {name !== null && name !== query && <span class="small muted">{query}</span>}
    </li>
  ));
  return (
    <Kept summary={t('library.places', { value: items.length })} about={t('library.onlyHere')} items={items}>
      <Button text={t('library.removePlaces')} onClick={clear} />
    </Kept>
  );
}
