import { useEffect, useId, useRef } from 'preact/hooks';
import { Button } from './button.js';
import { useStore } from './context.js';

/** The words of a question: what is asked, the answer that changes nothing, and the answer that goes on. */
interface QuestionWords {
  readonly title: string;
  readonly what: string;
  readonly keep: string;
  readonly go: string;
}

/** A button whose action runs after a question. `about`: what the button is for, if several have the same text. */
export function ConfirmedButton(props: {
  words: QuestionWords;
  run: () => void;
  about?: string;
  isOff?: boolean;
}) {
  const { words, run, about, isOff = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => dialog.current?.close();
  const submit = (event: Event) => {
    event.preventDefault();
    close();
    run();
  };
  return (
    <>
      <Button
        text={words.go}
        aria-label={about === undefined ? undefined : `${words.go}: ${about}`}
        isOff={isOff}
        onClick={() => dialog.current?.showModal()}
      />
      <dialog ref={dialog} aria-labelledby={`${id}-title`} aria-describedby={`${id}-what`}>
        <form onSubmit={submit}>
          <h2 id={`${id}-title`}>{words.title}</h2>
          <p id={`${id}-what`}>{words.what}</p>
          <div class="actions">
            {/* The first button has the focus, so that Enter alone changes nothing. */}
            <Button text={words.keep} onClick={close} />
            <button type="submit">{words.go}</button>
          </div>
        </form>
      </dialog>
    </>
  );
}

/**
 * The questions of what is shown, asked before the page is left. A browser without `navigation` asks only before it
 * closes or reloads the tab.
 */
export function createLeaving() {
  const questions = new Set<{ readonly text: string; readonly stays: string | undefined }>();
  let isSure = false;
  const mayLeave = (url = '#') =>
    [...questions].every(({ text, stays }) => !text || (stays && url.includes(stays)) || confirm(text));
  window.addEventListener('beforeunload', (event) => questions.size > 0 && event.preventDefault());
  globalThis.navigation?.addEventListener('navigate', (event) => {
    const { sameDocument, url } = event.destination;
    if (sameDocument && event.cancelable && !isSure && !mayLeave(url)) event.preventDefault();
  });
  return {
    questions,
    /** Asks, before an action that leaves the page, whether what is not saved may be lost. */
    mayLeave,
    /** Leaves the page without a question. */
    leave: (go: () => void) => {
      isSure = true;
      go();
      isSure = false;
    },
  };
}

/** Asks before the page is left; without a text, only before the tab ends. `stays`: a part of addresses that stay. */
export function useQuestion(isAsked: boolean, text = '', stays?: string) {
  const { questions } = useStore(createLeaving);
  useEffect(() => {
    if (!isAsked) return undefined;
    const question = { text, stays };
    questions.add(question);
    return () => void questions.delete(question);
  }, [isAsked, text, stays]);
}
