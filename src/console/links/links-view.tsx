import { useEffect } from 'preact/hooks';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { FailureNotice } from '../../kit/ui/failure-notice.js';
import { ListForm } from '../../kit/ui/input/list-form.js';
import { ReasonHelp, ReviewGuide } from '../help/guides.js';
import { SavedLists } from '../library/saved-lists.js';
import { useConsole } from '../shell.js';
import { LinkResults } from './links-results.js';
import type { RunningPause } from './links-store.js';

/** The view that checks a list of review links. */
export function LinksView() {
  const { links, examples } = useConsole();
  const texts = useTexts();
  const { input, phase, rows, batches, failure, pause, isFolded } = links;
  const isChecking = phase.value === 'checking';
  const { list, table } = input.own.value;
  const { links: found, repeated, skipped } = list;
  const columns = table === null ? 0 : table.width;
  const counted =
    found.length === 0 && skipped.length === 0
      ? texts.t('links.none')
      : texts.links.counted(found.length, repeated, skipped.length, batches.value);
  const folded =
    isFolded.value && rows.value.length > 0
      ? texts.links.folded(texts.links.counted(rows.value.length, 0, 0, 1), input.source.value.name)
      : null;
  return (
    <>
      {folded === null && <p class="intro">{texts.t('links.intro')}</p>}
      <ListForm
        input={input}
        name="links"
        label={texts.t('links.label')}
        placeholder="https://maps.app.goo.gl/…"
        fileFailed={texts.t('links.fileFailed')}
        counted={columns > 1 ? `${counted} · ${texts.t('count.columns', { count: columns })}` : counted}
        action={isChecking ? texts.t('links.checking') : texts.t('links.check')}
        isReady={!isChecking && found.length > 0}
        start={() => void links.start()}
        folded={folded}
        unfold={() => {
          isFolded.value = false;
        }}
        stop={isChecking ? links.stop : null}
        sample={examples.reviews}
      >
        {isChecking && <NoticeButton />}
      </ListForm>
      {pause.value !== null && <PauseNotice pause={pause.value} />}
      {failure.value !== null && <FailureNotice failure={failure.value} invalid={texts.t('links.invalid')} />}
      {rows.value.length > 0 && <LinkResults />}
      <div class="guides">
        <ReviewGuide />
        <ReasonHelp />
      </div>
      <SavedLists />
    </>
  );
}

function NoticeButton() {
  const { endNotice } = useConsole();
  const { t } = useTexts();
  if (endNotice.isWanted.value) return <span class="muted">{t('links.willNotify')}</span>;
  if (endNotice.isRefused.value) return <span class="muted">{t('links.notifyRefused')}</span>;
  if (!endNotice.isOffered()) return null;
  return <Button text={t('links.notify')} onClick={() => void endNotice.ask()} />;
}

/** Shows why and how long the check waits. Screen readers read it only once, not every second. */
function PauseNotice({ pause }: { pause: RunningPause }) {
  const { announce } = useConsole();
  const texts = useTexts();
  const { failure, secondsLeft, attempt, attempts } = pause;
  const words = `${texts.whyFailed(failure)} ${texts.t('links.paused', { pause: texts.t('count.seconds', { count: secondsLeft }), attempt, attempts })}`;
  useEffect(() => announce(words), [failure]);
  return (
    <p class="notice pause" role="timer">
      {words}
    </p>
  );
}
