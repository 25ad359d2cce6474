import type { ComponentChildren } from 'preact';
import { countsText } from '../../../kit/lists/list-counts.js';
import { useAction } from '../../../kit/ui/action.js';
import { useConsole, useStore } from '../../../kit/ui/context.js';
import { FailureNotice } from '../../../kit/ui/failure-notice.js';
import { Progress } from '../../../kit/ui/progress-bar.js';
import { ConfirmedButton } from '../../../kit/ui/question.js';
import { Mark } from '../../../kit/ui/signs.js';
import { isOpen } from '../job-client.js';
import type { Job } from '../published.js';
import { listStore, MAX_ROWS } from './list-store.js';
import { progressText, useListTexts } from './texts.js';

const TONES = {
  ...({ waiting: 'plain', running: 'accent', finished: 'good' } as const),
  ...({ cancelled: 'warn', deleted: 'warn' } as const),
};

export function StateMark({ job: { state } }: { job: Job }) {
  const { l } = useListTexts();
  return <Mark tone={TONES[state]} text={l(`states.${state}`)} />;
}

/** The state of a list, what can be done with it, and what ends it. */
export function ListHead({ job, children }: { job: Job; children: ComponentChildren }) {
  const { act } = useStore(listStore);
  const { go } = useConsole();
  const texts = useListTexts();
  const { l, t } = texts;
  const { failure, run } = useAction();
  const ending = (how: 'cancel' | 'finish' | 'remove', isShown: boolean) => {
    const words = {
      ...{ title: l(`ending.${how}.title`), what: l(`ending.${how}.what`, { left: job.total - job.done }) },
      ...{ keep: l(`ending.${how}.keep`), go: l(`ending.${how}.go`) },
    };
    const end = async () => {
      await act(how, job.id);
      if (how === 'remove') go({ view: 'lists', id: '' });
      return l(`ending.${how}.done`);
    };
    return isShown && <ConfirmedButton key={how} words={words} run={() => void run(end)} />;
  };
  return (
    <>
      <div class="toolbar">
        <div class="stack grow">
          <p>
            <StateMark job={job} /> {job.total > MAX_ROWS && countsText(texts.language, job)}
          </p>
          {isOpen(job) ? (
            <Progress
              label={l('progress', { done: job.done, all: job.total })}
              done={job.done}
              all={job.total}
              text={progressText(texts, job)}
            />
          ) : (
            <p class="small muted">
              {job.ended_at !== null && l('ended', { at: texts.formats.moment(job.ended_at) })}{' '}
              {job.expires_at !== null && l('expires', { at: texts.formats.moment(job.expires_at) })}
            </p>
          )}
        </div>
        <div class="actions">
          {children}
          {ending('finish', isOpen(job) && job.retrying > 0)}
          {ending('cancel', isOpen(job))}
          {ending('remove', !isOpen(job))}
        </div>
      </div>
      {failure !== null && <FailureNotice failure={failure} invalid={t('links.invalid')} />}
    </>
  );
}
