import { useTexts } from './context.js';

/** A number of stars, with a text for screen readers. `null`: the map provider gives the review no stars. */
export function Stars({ value }: { value: number | null }) {
  const { t } = useTexts();
  if (value === null) return <span class="muted">{t('reviews.noStars')}</span>;
  return (
    <span class="stars">
      <span aria-hidden="true">
        {'★'.repeat(value)}
        <span class="unlit">{'★'.repeat(5 - value)}</span>
      </span>
      <span class="unseen">{t('reviews.stars', { value })}</span>
    </span>
  );
}

export type Tone = 'good' | 'bad' | 'warn' | 'changed' | 'accent' | 'plain';

/** A short word in a colour; `sign` has the same meaning for readers who do not see colours. */
export function Mark({ tone, sign, text }: { tone: Tone; sign?: string | undefined; text: string }) {
  return (
    <span class={`mark ${tone}`}>
      {sign !== undefined && <span aria-hidden="true">{sign}</span>} {text}
    </span>
  );
}
