import { useEffect, useRef } from 'preact/hooks';
import { useConsole, useTexts } from '../context.js';

/** Asks for the API key when the API wants one. */
export function KeyDialog() {
  const { keys } = useConsole();
  const { key: texts } = useTexts();
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const keep = useRef<HTMLInputElement>(null);
  const question = keys.question.value;
  useEffect(() => {
    if (question === null) dialog.current?.close();
    else if (dialog.current?.open === false) dialog.current.showModal();
  }, [question]);
  const submit = (event: Event) => {
    event.preventDefault();
    const key = field.current?.value.trim() ?? '';
    if (field.current !== null) field.current.value = '';
    if (key !== '') keys.answer(key, keep.current?.checked === true ? 'computer' : 'tab');
  };
  const cancel = (event: Event) => {
    event.preventDefault();
    keys.answer(null);
  };
  return (
    <dialog ref={dialog} aria-labelledby="key-title" aria-describedby="key-why" onCancel={cancel}>
      <form onSubmit={submit}>
        <h2 id="key-title">{texts.title}</h2>
        <p id="key-why" role={question === 'needed' ? undefined : 'alert'}>
          {texts[question ?? 'needed']}
        </p>
        <label for="key-field">{texts.label}</label>
        <input ref={field} id="key-field" type="password" autocomplete="off" spellcheck={false} required />
        <label class="switch">
          <input ref={keep} type="checkbox" aria-describedby="key-keep" /> {texts.keep}
        </label>
        <p id="key-keep" class="small muted">
          {texts.keepWhat}
        </p>
        <div class="actions">
          <button type="submit">{texts.save}</button>
          <button type="button" class="quiet" onClick={cancel}>
            {texts.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
