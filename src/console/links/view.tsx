import { useEffect } from 'preact/hooks';
import { useConsole, useTexts } from '../context.js';
import { SampleList } from '../help/examples.js';
import { ReasonHelp, ReviewGuide } from '../help/guides.js';
import { SavedLists } from '../library/saved.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { ListField } from './field.js';
import { LinkResults } from './results.js';
import type { RunningPause } from './store.js';

/** The view that checks a list of review links. */
export function LinksView() {
  const { links } = useConsole();
  const texts = useTexts();
  const { phase, rows, parsed, failure, pause } = links;
  const isChecking = phase.value === 'checking';
  const { list, table, batches } = parsed.value;
  const { links: found, repeated, skipped } = list;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isChecking && found.length > 0) void links.start();
  };
  const columns = table === null ? 0 : table.width;
  return (
    <>
      <p class="intro">{texts.links.intro}</p>
      <form class="asking" onSubmit={submit}>
        <ListField
          input={links.input}
          name="links"
          label={texts.links.label}
          placeholder="https://maps.app.goo.gl/…"
          fileFailed={texts.links.fileFailed}
        />
        <p class="muted" aria-live="polite">
          {found.length === 0 && skipped.length === 0
            ? texts.links.none
            : texts.links.counted(found.length, repeated, skipped.length, batches)}
          {columns > 1 && ` · ${texts.links.ownColumns(columns)}`}
        </p>
        <div class="actions">
          <button type="submit" aria-disabled={isChecking || found.length === 0}>
            {isChecking ? texts.links.checking : texts.links.check}
          </button>
          {isChecking && (
            <button type="button" class="quiet" onClick={links.stop}>
              {texts.stop}
            </button>
          )}
          {isChecking && <NoticeButton />}
        </div>
      </form>
      {pause.value !== null && <PauseNotice pause={pause.value} />}
      {failure.value !== null && <FailureNotice failure={failure.value} invalid={texts.links.invalid} />}
      {rows.value.length > 0 && <LinkResults />}
      <LinksHelp />
      <SavedLists />
    </>
  );
}

/** Offers a notification at the end of the check. */
function NoticeButton() {
  const { endNotice } = useConsole();
  const { links: texts } = useTexts();
  if (endNotice.isWanted.value) return <span class="muted">{texts.willNotify}</span>;
  if (endNotice.isRefused.value) return <span class="muted">{texts.notifyRefused}</span>;
  if (!endNotice.isOffered()) return null;
  return (
    <button type="button" class="quiet" onClick={() => void endNotice.ask()}>
      {texts.notify}
    </button>
  );
}

/** Shows why and how long the check waits. Screen readers read it only once, not every second. */
function PauseNotice({ pause }: { pause: RunningPause }) {
  const { announce } = useConsole();
  const texts = useTexts();
  const { failure, secondsLeft, attempt, attempts } = pause;
  const words = `${texts.failures[failure.code]} ${texts.links.paused(secondsLeft, attempt, attempts)}`;
  useEffect(() => announce(words), [failure]);
  return (
    <p class="notice pause" role="timer">
      {words}
    </p>
  );
}

/** Help: a sample list while the field is empty, where to find links, and the meaning of reasons. */
function LinksHelp() {
  const { links, examples } = useConsole();
  return (
    <div class="guides">
      {links.input.text.value === '' && links.input.file.value === null && links.rows.value.length === 0 && (
        <p>
          <SampleList
            lines={examples.reviews}
            use={(list) => {
              links.input.text.value = list;
            }}
          />
        </p>
      )}
      <ReviewGuide />
      <ReasonHelp />
    </div>
  );
}
