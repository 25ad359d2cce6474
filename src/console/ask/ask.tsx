import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { TextInput } from '../../kit/ui/fields.js';
import { ListForm } from '../../kit/ui/input/list-form.js';
import { ListActions } from '../../kit/ui/list-actions.js';
import { loaded } from '../../kit/ui/loaded.js';
import { useQuestion } from '../../kit/ui/question.js';
import { setter } from '../../kit/ui/state/ui-signals.js';
import { useConsole } from '../shell.js';

const Answer = loaded(async () => (await import('./answer.js')).Answer, true);

/** Where the key `/` is a letter. */
const TYPING = 'input:not([type=radio], [type=checkbox]), textarea, select, dialog';

/** The input in the head of every page: one line, or a list. The key `/` leads here. */
export function Ask() {
  const { ask } = useConsole();
  const { input, isList } = ask;
  useQuestion(isList.value && !input.isEmpty.value);
  const region = useRef<HTMLElement>(null);
  const focus = () => region.current?.querySelector<HTMLElement>('textarea, input, button')?.focus();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest(TYPING);
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (ask.focusing.value > 0) focus();
  }, [ask.focusing.value]);
  const take = async (file: File) => {
    await input.take(file);
    isList.value = true;
  };
  return (
    <search
      ref={region}
      class="ask"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const file = event.dataTransfer?.files[0];
        if (file === undefined || event.defaultPrevented) return;
        event.preventDefault();
        void take(file);
      }}
    >
      {isList.value ? <AskList /> : <AskLine />}
      {(ask.checked.value ?? ask.failure.value) !== null && <Answer />}
    </search>
  );
}

/** The input as one line. A pasted text of several lines becomes a list. */
function AskLine() {
  const { ask } = useConsole();
  const { t } = useTexts();
  const { input } = ask;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        ask.start();
      }}
    >
      <div class="line">
        <label class="unseen" for="ask">
          {t('ask.label')}
        </label>
        <TextInput
          id="ask"
          type="search"
          value={input.text.value}
          placeholder={t('ask.placeholder')}
          aria-keyshortcuts="/"
          change={setter(input.text)}
          onPaste={(event) => {
            const pasted = event.clipboardData?.getData('text/plain') ?? '';
            if (!pasted.trim().includes('\n')) return;
            event.preventDefault();
            ask.openList(pasted);
          }}
        />
        <Button text={t('ask.list')} onClick={() => ask.openList()} />
      </div>
      {input.text.value.trim() !== '' && (
        <div class="toolbar says">
          <p class="muted" aria-live="polite">
            <Counted />
          </p>
          <div class="actions">
            <AskActions isMain />
          </div>
        </div>
      )}
    </form>
  );
}

/** The input as a list: its text or file, what it was taken for, and what can be done with it. */
function AskList() {
  const { ask } = useConsole();
  const { t } = useTexts();
  const { unknown } = ask.reading.value;
  return (
    <ListForm
      input={ask.input}
      name="ask"
      title={t('ask.label')}
      label={t('ask.listLabel')}
      placeholder="https://maps.app.goo.gl/…"
      counted={<Counted />}
      action={useMainAction()}
      isReady={useIsReady()}
      start={ask.start}
      below={
        unknown.length > 0 && (
          <details class="small">
            <summary>{t('ask.showUnknown')}</summary>
            <ul>
              {unknown.slice(0, MAX_SHOWN).map((line, index) => (
                <li key={index}>{line}</li>
              ))}
            </ul>
          </details>
        )
      }
    >
      <AskActions isMain={false} />
      <Button text={t('ask.close')} onClick={ask.close} />
    </ListForm>
  );
}

/** Maximum lines that are shown of what was not recognised. */
const MAX_SHOWN = 50;

/** How many links, places and names the input has. */
function useEntries(): number {
  const { reviews, places } = useConsole().ask.reading.value;
  return reviews + places;
}

/** Whether the main action can begin. */
function useIsReady(): boolean {
  const { ask } = useConsole();
  const entries = useEntries();
  return (entries > 0 || ask.one.value !== null) && !ask.isSending.value;
}

/** What the form does when it is sent. */
function useMainAction(): string {
  const { ask } = useConsole();
  const { t } = useTexts();
  if (ask.isSending.value) return t('ask.sending');
  if (ask.reading.value.reviews > 0) return t('links.check');
  return useEntries() > 1 ? t('ask.checkPlaces') : t('place.search');
}

/** Says what the input was taken for. */
function Counted() {
  const { ask } = useConsole();
  const { t } = useTexts();
  const { reviews, places, unknown } = ask.reading.value;
  const { list, table } = ask.input.own.value;
  if (ask.input.isEmpty.value) return <>{t('ask.nothing')}</>;
  const columns = table?.width ?? 0;
  const counts = [
    reviews > 0 && t('count.reviewLinks', { count: reviews }),
    places > 0 && t('count.places', { count: places }),
    list.repeated > 0 && t('links.counted.repeated', { repeated: list.repeated }),
    columns > 1 && t('count.columns', { count: columns }),
    unknown.length > 0 && t('count.unknown', { count: unknown.length }),
    reviews > 0 && places > 0 && t('ask.onlyReviews'),
  ];
  return <>{counts.filter(Boolean).join(' · ')}</>;
}

/** What can be done with the input. `isMain`: also its main action, which sends the form. */
function AskActions({ isMain }: { isMain: boolean }) {
  const { ask } = useConsole();
  const { t } = useTexts();
  const isReady = useIsReady();
  const { reviews, other } = ask.reading.value;
  const one = ask.one.value;
  const main = useMainAction();
  return (
    <>
      {isMain && (
        <button type="submit" aria-disabled={!isReady}>
          {main}
        </button>
      )}
      {one?.kind === 'place' && (
        <>
          {reviews > 0 && <Button text={t('place.search')} onClick={() => ask.find(one.query)} />}
          <Button text={t('reviews.read')} onClick={() => ask.readReviews(one.query)} />
        </>
      )}
      {other !== null && (
        <Button
          text={t(other === 'place-details' ? 'ask.checkPlaces' : 'ask.checkReviews')}
          onClick={() => void ask.beginAs(other)}
        />
      )}
      {ask.hasPlaceIds.value && (
        <Button text={t('ask.readAll')} onClick={() => void ask.beginAs('place-reviews')} />
      )}
      {useEntries() > 0 && <ListActions source={() => ask.input.source.value} />}
    </>
  );
}
