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
    if (outcome === null || !('data' in outcome)) return;
    const name = outcome.data.details[PLACE_FIELDS.name] ?? texts.t('place.nameless');
    announce(texts.t('place.found', { name }));
  }, [outcome]);
  if (lookup === null || outcome === null)
    return (
      <p class="busy" role="status">
        {texts.t('place.searching')}
      </p>
    );
  if ('data' in outcome) return <PlaceCard answer={outcome.data} loadedAt={outcome.loadedAt} />;
  return (
    <>
      <p>
        <strong>{lookup.query}</strong>
      </p>
      <FailureNotice
        failure={outcome.failure}
        invalid={texts.t('place.invalid')}
        again={() => void place.find(lookup.query)}
      />
      {isShareLink(lookup.query) && !mayHelp(outcome.failure) && (
        <Button text={texts.t('place.toLinks')} onClick={() => ask.checkLink(lookup.query)} />
      )}
    </>
  );
}
