import { useRef } from 'preact/hooks';
import { Button } from './button.js';
import { Question, type QuestionWords } from './question.js';

/** A button whose action runs after a question. `about`: what the button is for, if several have the same text. */
export function ConfirmedButton(props: {
  words: QuestionWords;
  run: () => void;
  about?: string;
  isOff?: boolean;
}) {
  const { words, run, about, isOff = false } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <Button
        text={words.go}
        aria-label={about === undefined ? undefined : `${words.go}: ${about}`}
        isOff={isOff}
        onClick={() => dialog.current?.showModal()}
      />
      <Question dialog={dialog} words={words} confirm={run} />
    </>
  );
}
