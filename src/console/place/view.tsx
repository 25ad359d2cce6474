import { useEffect } from 'preact/hooks';
import { mayHelp } from '../../clients/retry.js';
import { PLACE_FIELDS } from '../../contract/place-fields.js';
import { isShareLink } from '../../lists/links.js';
import { useConsole, useTexts } from '../context.js';
import { RecentPlaces } from '../library/saved.js';
import { Button } from '../ui/button.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { Modes } from '../ui/modes.js';
import { PlaceCard } from './card.js';
import { PlaceForm } from './form.js';

/** The view that finds a place. */
export function PlaceView() {
  const { place, route, go, announce, checkReviewLink } = useConsole();
  const texts = useTexts();
  const lookup = place.lookup.value;
  const asked = route.value.view === 'place' ? route.value.query : '';
  const outcome = lookup?.outcome ?? null;
  useEffect(() => {
    if (outcome !== null && 'data' in outcome) {
      announce(texts.place.found(outcome.data.details[PLACE_FIELDS.name] ?? texts.place.nameless));
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
      <p class="intro">{texts.place.intro}</p>
      <PlaceForm
        id="place-query"
        asked={asked}
        action={texts.place.search}
        find={find}
        isFirst={lookup === null}
      />
      {lookup !== null && outcome === null && (
        <p class="busy" role="status">
          {texts.place.searching}
        </p>
      )}
      {outcome !== null && 'failure' in outcome && lookup !== null && (
        <>
          <FailureNotice
            failure={outcome.failure}
            invalid={texts.place.invalid}
            again={() => find(lookup.query)}
          />
          {isShareLink(lookup.query) && !mayHelp(outcome.failure) && (
            <Button text={texts.place.toLinks} onClick={() => checkReviewLink(lookup.query)} />
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
  const { place: texts } = useTexts();
  return (
    <Modes
      label={texts.modes}
      views={[
        ['place', texts.one],
        ['places', texts.many],
      ]}
    />
  );
}
