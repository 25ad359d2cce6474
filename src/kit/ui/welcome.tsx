import { useTexts } from './context.js';

/** What the product does, for somebody who watches nothing. */
export function Welcome() {
  const { t } = useTexts();
  return (
    <section class="welcome stack">
      <p class="lead">{t('start.what')}</p>
      <p class="muted">{t('start.how')}</p>
    </section>
  );
}
