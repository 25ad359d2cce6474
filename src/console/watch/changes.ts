import { eventChanges } from '../../contract/event-texts.js';
import type { Language } from '../../contract/language.js';
import type { EventSide } from '../../contract/watch.js';

/** What the views show in their own way: texts with marked words, stars as signs, reasons as sentences. */
const SHOWN_APART: ReadonlySet<keyof EventSide> = new Set(['text', 'reply', 'visibility_reason']);

/** The figures and facts in which the sides of an event, or two versions of a review, differ, in words. */
export function changedFacts(
  language: Language,
  before: EventSide | null,
  after: EventSide | null,
): string[] {
  return eventChanges(language, { before, after }).flatMap(({ name, field, before: was, after: is }) => {
    if (SHOWN_APART.has(name) || is === null) return [];
    if (was !== null) return [`${field}: ${was} → ${is}`];
    // A review that appeared has its facts on one side; an event of failing checks has only their reason.
    return name === 'trouble' ? [`${field}: ${is}`] : [];
  });
}
