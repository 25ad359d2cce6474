import { signal } from '@preact/signals';
import { createListInput } from '../../../kit/ui/input/source.js';

/** Maximum bytes of a file with places and reviews to watch. */
const MAX_FILE = 5_000_000;

/** The places and reviews that the user wants to watch. */
export function watchInput() {
  return createListInput({ listed: signal('places'), maxBytes: MAX_FILE, keepsTextFiles: false });
}

const VISIT = 'place-lookup-visit';
/** A pause that ends a visit. */
const PAUSE_MS = 4 * 3_600_000;
export const DAY_MS = 86_400_000;

/**
 * When the last visit ended; a week ago before the first visit. Asked for once in a page. `keep`: keeps this visit in the
 * browser, once its changes were shown.
 */
export function lastVisit() {
  const now = Date.now();
  const [since, last] = (localStorage.getItem(VISIT) ?? '').split(' ').map(Number);
  const isFirst = !last || !Number.isFinite(last) || !Number.isFinite(since);
  const isSame = !isFirst && now - last < PAUSE_MS;
  const shown = isFirst ? now - 7 * DAY_MS : isSame ? (since ?? last) : last;
  return { since: shown, now, isFirst, keep: () => localStorage.setItem(VISIT, `${shown} ${now}`) };
}
