import { useParts, useTexts } from '../../kit/ui/context.js';
import { loaded } from '../loaded.js';

/** The first page: what capabilities show of themselves; without anything to show, what the product does. */
export function StartView() {
  const { t } = useTexts();
  const starts = useParts().map(({ offer, start }) => {
    const Start = start && loaded(start, true);
    return Start && <Start key={offer} />;
  });
  return (
    <>
      <div class="starts stack">{starts}</div>
      <section class="welcome stack">
        <p class="lead">{t('start.what')}</p>
        <p class="muted">{t('start.how')}</p>
        <p class="small muted">{t('help.provider')}</p>
      </section>
    </>
  );
}
