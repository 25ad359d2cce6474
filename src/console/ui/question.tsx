import type { RefObject } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from './button.js';

/** The words of a question: what is asked, the answer that changes nothing, and the answer that goes on. */
export interface QuestionWords {
  readonly title: string;
  readonly what: string;
  readonly keep: string;
  readonly go: string;
}

/** A dialog that asks before data is lost. `dialog.current.showModal()` opens it. */
export function Question(props: {
  dialog: RefObject<HTMLDialogElement | null>;
  words: QuestionWords;
  confirm: () => void;
}) {
  const { dialog, words, confirm } = props;
  const { title, what, keep, go } = words;
  const id = useId();
  const close = () => dialog.current?.close();
  const submit = (event: Event) => {
    event.preventDefault();
    close();
    confirm();
  };
  return (
    <dialog ref={dialog} aria-labelledby={`${id}-title`} aria-describedby={`${id}-what`}>
      <form onSubmit={submit}>
        <h2 id={`${id}-title`}>{title}</h2>
        <p id={`${id}-what`}>{what}</p>
        <div class="actions">
          {/* The first button has the focus, so that Enter alone changes nothing. */}
          <Button text={keep} onClick={close} />
          <button type="submit">{go}</button>
        </div>
      </form>
    </dialog>
  );
}
