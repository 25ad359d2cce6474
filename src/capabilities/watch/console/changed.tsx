import type { Language } from '../../../core/published/language.js';
import { eventChanges } from '../event-texts.js';
import type { EventSide } from '../published.js';
import { useWatchTexts } from './watch-state.js';

/** A text as it was and as it is now, if both are known and differ; else the known one. `title`: of a reply. */
export function Changed(props: {
  before: string | null | undefined;
  now: string | null | undefined;
  title?: string;
}) {
  const { before, now, title } = props;
  const { t } = useWatchTexts();
  if (!before && !now) return null;
  const isChange = before != null && now !== undefined && before !== now;
  const shown = isChange
    ? ([
        [t('watch.ledger.before'), before],
        [t('watch.ledger.now'), now],
      ] as const)
    : ([[title, now ?? before]] as const);
  return (
    <div class={title === undefined ? 'stack' : 'stack quote'}>
      {shown.map(([name, text]) => (
        <p key={name} class="text" dir="auto">
          {name !== undefined && (
            <strong class="small">{[isChange && title, name].filter(Boolean).join(', ')}: </strong>
          )}
          {text || t('watch.ledger.nothing')}
        </p>
      ))}
    </div>
  );
}

/** Fields that the views show in their own way: texts, stars as signs, reasons as sentences. */
const SHOWN_APART: ReadonlySet<keyof EventSide> = new Set(['text', 'reply', 'visibility_reason']);

/**
 * The figures and facts in which the sides of an event, or two versions of a review, differ, in words. `apart`: fields that
 * the caller words in its own way.
 */
export function changedFacts(
  language: Language,
  before: EventSide | null,
  after: EventSide | null,
  apart: readonly (keyof EventSide)[] = [],
): string[] {
  return eventChanges(language, { before, after }).flatMap(({ name, field, before: was, after: is }) => {
    if (SHOWN_APART.has(name) || apart.includes(name) || is === null) return [];
    if (was !== null) return [`${field}: ${was} → ${is}`];
    // A review that appeared has its facts on one side; an event of failing checks has only their reason.
    return name === 'trouble' ? [`${field}: ${is}`] : [];
  });
}
