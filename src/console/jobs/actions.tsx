import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { type Failure, failureOf } from '../../contract/failure.js';
import type { Job } from '../../contract/lines.js';
import { useConsole, useTexts } from '../context.js';
import { FailureNotice } from '../ui/failure-notice.js';

/** Cancels a job after a question. */
export function CancelButton({ job }: { job: Job }) {
  const { jobs, board, announce } = useConsole();
  const { jobs: texts } = useTexts();
  const cancel = async (signal: AbortSignal) => {
    board.put(await jobs.cancel(job.id, signal));
    announce(texts.cancelled);
  };
  const words = { title: texts.cancelQuestion, what: texts.cancelWhat(job.total - job.done) };
  return (
    <div class="actions">
      <ConfirmedButton name={texts.cancel} {...words} keep={texts.keep} run={cancel} />
      <span class="muted small">{texts.filesLater}</span>
    </div>
  );
}

/** Deletes a job that has ended after a question. */
export function RemoveButton({ job }: { job: Job }) {
  const { jobs, board, announce, go } = useConsole();
  const { jobs: texts } = useTexts();
  const remove = async (signal: AbortSignal) => {
    await jobs.remove(job.id, signal);
    go({ view: 'jobs', id: '' });
    board.remove(job.id);
    announce(texts.removed);
  };
  const words = { title: texts.removeQuestion, what: texts.removeWhat };
  return <ConfirmedButton name={texts.remove} {...words} keep={texts.keepResults} run={remove} />;
}

interface Confirmed {
  readonly name: string;
  readonly title: string;
  readonly what: string;
  /** The answer that changes nothing. */
  readonly keep: string;
  readonly run: (signal: AbortSignal) => Promise<void>;
}

function ConfirmedButton({ name, title, what, keep, run }: Confirmed) {
  const { jobs: texts } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const failure = useSignal<Failure | null>(null);
  const confirm = async (event: Event) => {
    event.preventDefault();
    dialog.current?.close();
    const { signal } = new AbortController();
    try {
      await run(signal);
    } catch (error) {
      failure.value = failureOf(error, signal);
    }
  };
  return (
    <>
      <button type="button" class="quiet" onClick={() => dialog.current?.showModal()}>
        {name}
      </button>
      {failure.value !== null && <FailureNotice failure={failure.value} invalid={texts.invalid} />}
      <dialog ref={dialog} aria-labelledby="confirm-title" aria-describedby="confirm-what">
        <form onSubmit={confirm}>
          <h2 id="confirm-title">{title}</h2>
          <p id="confirm-what">{what}</p>
          <div class="actions">
            {/* First, so that it has the focus: Enter alone changes nothing. */}
            <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
              {keep}
            </button>
            <button type="submit">{name}</button>
          </div>
        </form>
      </dialog>
    </>
  );
}
