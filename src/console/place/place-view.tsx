import { useEffect } from 'preact/hooks';
import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import { mayHelp } from '../../kit/client/retry.js';
import { isShareLink } from '../../kit/lists/links-in-lists.js';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { FailureNotice } from '../../kit/ui/failure-notice.js';
import { useConsole } from '../shell.js';
import { PlaceCard } from './place-card.js';

/** The view that shows one place. The input of the page is its form. */
export function PlaceView() {
  const { place, announce, ask } = useConsole();
  const texts = useTexts();
  const lookup = place.lookup.value;
  const outcome = lookup?.outcome ?? null;
  useEffect(() => {
    if (lookup === null || outcome === null) return;
    if ('data' in outcome) {
      const name = outcome.data.details[PLACE_FIELDS.name] ?? texts.t('place.nameless');
      announce(texts.t('place.found', { name }));
    }
    // The text is there to be corrected, unless something else was typed meanwhile.
    else ask.input.text.value ||= lookup.query;
  }, [outcome]);
  if (lookup === null || outcome === null)
    return <p class="busy" role="status" children={texts.t('place.searching')} />;
  if ('data' in outcome) return <PlaceCard answer={outcome.data} loadedAt={outcome.loadedAt} />;
  return (
    <>
      <h2>{lookup.query}</h2>
      <FailureNotice
        failure={outcome.failure}
        invalid={texts.t('place.invalid')}
        again={() => void place.find(lookup.query)}
      />
      {outcome.failure.code === 'no_results' && <p>{texts.t('place.tryTown')}</p>}
      {isShareLink(lookup.query) && !mayHelp(outcome.failure) && (
        <Button text={texts.t('place.toLinks')} onClick={() => ask.checkLink(lookup.query)} />
      )}
    </>
  );
}
