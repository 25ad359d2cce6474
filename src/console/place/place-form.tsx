import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { pastedQuery } from '../../kit/lists/links-in-lists.js';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { shortUrl } from '../../kit/ui/external-link.js';
import { TextInput } from '../../kit/ui/fields.js';
import { setter } from '../../kit/ui/state/ui-signals.js';
import { PlaceGuide } from '../help/guides.js';
import { useConsole } from '../shell.js';

/** Examples should fit into two lines. */
const MAX_EXAMPLES = 4;

/** Asks for a place. A pasted review link is checked instead. `children`: more fields. */
export function PlaceForm(props: {
  id: string;
  /** The query of the address; empty if the address has none. */
  asked: string;
  /** Label of the button. */
  action: string;
  find: (query: string) => void;
  isBusy?: boolean;
  /** Whether nothing was asked yet: the form then offers examples and help. */
  isFirst: boolean;
  children?: ComponentChildren;
}) {
  const { id, asked, action, find, isBusy = false, isFirst, children } = props;
  const { checkReviewLink, examples } = useConsole();
  const { t } = useTexts();
  const text = useSignal(asked);
  useEffect(() => {
    if (asked !== '') text.value = asked;
  }, [asked]);
  const submit = (event: Event) => {
    event.preventDefault();
    const pasted = pastedQuery(text.value);
    if (pasted.kind === 'review') checkReviewLink(pasted.url);
    else if (pasted.query !== '' && !isBusy) find(pasted.query);
  };
  return (
    <>
      <form class="asking" onSubmit={submit}>
        <div class="line fields">
          <div class="grow">
            <label for={id}>{t('place.label')}</label>
            <TextInput
              id={id}
              value={text.value}
              placeholder={t('place.example')}
              required
              change={setter(text)}
            />
          </div>
          {children}
          <button type="submit" aria-disabled={isBusy}>
            {action}
          </button>
        </div>
      </form>
      {isFirst && examples.places.length > 0 && (
        <fieldset class="line examples">
          <legend class="muted">{t('help.examples')}</legend>
          {examples.places.slice(0, MAX_EXAMPLES).map((place) => (
            <Button key={place} text={shortUrl(place)} class="quiet tiny" onClick={() => find(place)} />
          ))}
        </fieldset>
      )}
      {isFirst && <PlaceGuide />}
    </>
  );
}
