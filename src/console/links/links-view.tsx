import { useEffect } from 'preact/hooks';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { FailureNotice } from '../../kit/ui/failure-notice.js';
import { ReasonHelp, ReviewGuide } from '../help/guides.js';
import { useConsole } from '../shell.js';
import { LinkResults } from './links-results.js';
import type { RunningPause } from './links-store.js';

/** The view that checks a list of review links. The input of the page is its form. */
export function LinksView() {
  const { links, ask } = useConsole();
  const texts = useTexts();
  const { rows, failure, pause, earlier } = links;
  return (
    <>
      {rows.value.length === 0 ? (
        <section class="card" aria-label={texts.t('titles.links')}>
          <p class="intro">{texts.t('links.intro')}</p>
          {ask.input.isEmpty.value && (
            <div class="actions">
              <button type="button" onClick={() => ask.openList()}>
                {texts.t('links.paste')}
              </button>
            </div>
          )}
        </section>
      ) : (
        <CurrentList />
      )}
      {pause.value !== null && <PauseNotice pause={pause.value} />}
      {failure.value !== null && <FailureNotice failure={failure.value} invalid={texts.t('links.invalid')} />}
      {rows.value.length > 0 && <LinkResults />}
      {earlier.value !== null && links.phase.value !== 'checking' && (
        <p>
          <Button
            text={texts.t('links.back', {
              links: texts.t('count.links', { count: earlier.value.rows.length }),
            })}
            onClick={links.back}
          />
        </p>
      )}
      <div class="guides">
        <ReviewGuide />
        <ReasonHelp />
      </div>
    </>
  );
}

/** The list in one line, with buttons that change it and stop its check. */
function CurrentList() {
  const { links, ask } = useConsole();
  const texts = useTexts();
  const { rows, source, phase } = links;
  const isChecking = phase.value === 'checking';
  const name = texts.links.named(texts.t('count.links', { count: rows.value.length }), source.value.name);
  return (
    <div class="toolbar folded">
      <strong>{name}</strong>
      <div class="actions">
        <Button text={texts.t('links.change')} onClick={() => ask.show(source.value)} />
        {isChecking && <Button text={texts.t('stop')} onClick={links.stop} />}
      </div>
    </div>
  );
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
