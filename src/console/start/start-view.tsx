import { Button } from '../../kit/ui/button.js';
import { useParts, useTexts } from '../../kit/ui/context.js';
import { shortUrl } from '../../kit/ui/external-link.js';
import { loaded } from '../loaded.js';
import { useConsole } from '../shell.js';

const MAX_EXAMPLES = 3;

/** The first page: what capabilities show of themselves; without anything to show, what the product does. */
export function StartView() {
  const { ask, examples } = useConsole();
  const { t } = useTexts();
  const starts = useParts().map(({ offer, start }) => {
    const Start = start && loaded(start, true);
    return Start && <Start key={offer} />;
  });
  const [review] = examples.reviews;
  const shown = [...(review === undefined ? [] : [review]), ...examples.places].slice(0, MAX_EXAMPLES);
  return (
    <>
      <div class="starts stack">{starts}</div>
      <section class="welcome stack">
        <p class="lead">{t('start.what')}</p>
        <p class="muted">{t('start.how')}</p>
        {shown.length > 0 && (
          <fieldset class="line examples">
            <legend>{t('help.examples')}</legend>
            {shown.map((example) => (
              <Button
                key={example}
                text={shortUrl(example)}
                onClick={() => ask.show({ kind: 'text', text: example, name: null })}
              />
            ))}
          </fieldset>
        )}
        <p class="small muted">{t('help.provider')}</p>
      </section>
    </>
  );
}
