import { useEffect } from 'preact/hooks';
import { PLACE_FIELDS } from '../../core/published/place-fields.js';
import { mayHelp } from '../../kit/client/retry.js';
import { isShareLink } from '../../kit/lists/links-in-lists.js';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { FailureNotice } from '../../kit/ui/failure-notice.js';
import { Modes } from '../../kit/ui/modes.js';
import { RecentPlaces } from '../library/saved-lists.js';
import { useConsole } from '../shell.js';
import { PlaceCard } from './place-card.js';
import { PlaceForm } from './place-form.js';

/** The view that finds a place. */
export function PlaceView() {
  const { place, route, go, announce, checkReviewLink } = useConsole();
  const texts = useTexts();
  const lookup = place.lookup.value;
  const asked = route.value.view === 'place' ? route.value.query : '';
  const outcome = lookup?.outcome ?? null;
  useEffect(() => {
    if (outcome !== null && 'data' in outcome) {
      announce(
        texts.t('place.found', {
          name: outcome.data.details[PLACE_FIELDS.name] ?? texts.t('place.nameless'),
        }),
      );
    }
  }, [outcome]);
  const find = (query: string) => {
    // The same query again repeats the lookup without a navigation.
    if (query === lookup?.query) void place.find(query);
    go({ view: 'place', query });
  };
  return (
    <>
      <PlaceModes />
      <p class="intro">{texts.t('place.intro')}</p>
      <PlaceForm
        id="place-query"
        asked={asked}
        action={texts.t('place.search')}
        find={find}
        isFirst={lookup === null}
      />
      {lookup !== null && outcome === null && (
        <p class="busy" role="status">
          {texts.t('place.searching')}
        </p>
      )}
      {outcome !== null && 'failure' in outcome && lookup !== null && (
        <>
          <FailureNotice
            failure={outcome.failure}
            invalid={texts.t('place.invalid')}
            again={() => find(lookup.query)}
          />
          {isShareLink(lookup.query) && !mayHelp(outcome.failure) && (
            <Button text={texts.t('place.toLinks')} onClick={() => checkReviewLink(lookup.query)} />
          )}
        </>
      )}
      {outcome !== null && 'data' in outcome && <PlaceCard answer={outcome.data} />}
      <RecentPlaces />
    </>
  );
}

/** Links between the lookup of one place and the lookup of many places. */
export function PlaceModes() {
  const { t } = useTexts();
  return (
    <Modes
      label={t('place.modes')}
      views={[
        ['place', t('place.one')],
        ['places', t('place.many')],
      ]}
    />
  );
}
