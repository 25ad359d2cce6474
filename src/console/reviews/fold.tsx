import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** Where a table or a form has room beside other parts, as in styles/parts.css. */
const WIDE = '(width >= 46rem)';

/** A part that is folded on a phone, so that the list below begins on the first screen. */
export function Fold({ summary, children }: { summary: string; children: ComponentChildren }) {
  const [isWide] = useState(() => matchMedia(WIDE).matches);
  return (
    <details class="fold" open={isWide}>
      <summary>{summary}</summary>
      <div class="stack">{children}</div>
    </details>
  );
}
