import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { wallClock } from '../../lists/table.js';
import { useConsole, useTexts } from '../context.js';
import type { SavedList } from './database.js';

const LONGEST_TITLE = 100;

/** A saved list: its name, what it came to, and what can be done with it. */
export function SavedItem({ list }: { list: SavedList }) {
  const { library, links, announce } = useConsole();
  const { library: texts, links: linkTexts } = useTexts();
  const isChecking = links.phase.value === 'checking';
  const missing = useSignal(false);
  const isRenaming = useSignal(false);
  const renameButton = useRef<HTMLButtonElement>(null);
  const at = wallClock(new Date(list.checkedAt))?.slice(0, 16) ?? '';
  const ownName = list.name ?? texts.unnamed(at);
  const name = list.title ?? ownName;
  const open = async () => {
    if (isChecking) return;
    missing.value = !(await links.open(list.id));
    if (!missing.value) announce(texts.opened(name));
  };
  const remove = async () => {
    await library.remove(list.id);
    announce(texts.removed(name));
  };
  const rename = async (title: string | null) => {
    isRenaming.value = false;
    renameButton.current?.focus();
    if (title === null || title === name) return;
    await library.rename(list.id, title === ownName ? '' : title);
    announce(texts.renamed(title === '' ? ownName : title));
  };
  return (
    <li>
      <span class="saved-name">
        {isRenaming.value ? (
          <RenameForm id={list.id} name={name} ownName={ownName} end={(title) => void rename(title)} />
        ) : (
          <strong>{name}</strong>
        )}
        <span class="small muted">
          {name === texts.unnamed(at) ? '' : `${at} · `}
          {linkTexts.counted(list.links, 0, 0, 1)} · {texts.came(list)}
        </span>
      </span>
      <span class="actions">
        <button
          type="button"
          class="quiet"
          aria-label={texts.openNamed(name)}
          aria-disabled={isChecking}
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

/** The field in place of the name. `end` gets the new name, or null when the user changes nothing. */
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
      class="line rename"
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
        maxLength={LONGEST_TITLE}
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
