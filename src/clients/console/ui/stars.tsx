import { useTexts } from '../context.js';

/** Stars as a row of signs, and in words for who does not see them; `null` = none of the provider's own. */
export function Stars({ value }: { value: number | null }) {
  const { reviews } = useTexts();
  if (value === null) return <span class="stars none">{reviews.noStars}</span>;
  return (
    <span class="stars">
      <span aria-hidden="true">
        {'★'.repeat(value)}
        <span class="unlit">{'★'.repeat(5 - value)}</span>
      </span>
      <span class="unseen">{reviews.stars(value)}</span>
    </span>
  );
}
