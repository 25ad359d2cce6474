import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { wallClock } from '../../../kit/lists/table.js';
import { type Here, useConsole, useStore, useTexts } from '../../../kit/ui/context.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import type { EventsData } from '../published.js';
import { MAX_EVENTS } from '../values.js';
import { byCheck } from './event-kinds.js';
import { DAY_MS, lastVisit } from './watch-stores.js';

/** The number of changes since the last visit that nobody marked as done; null = not known. */
export function createNews({ api, store }: Here) {
  const count = signal<number | null>(null);
  const read = async () => {
    const { since } = store(lastVisit);
    // The service counts days in its own time zone: a day more, and the rest by the moment.
    const from = wallClock(new Date(since - DAY_MS))?.slice(0, 10);
    const query = { from, done: 'false', order: 'newest', limit: String(MAX_EVENTS) };
    const request = { path: 'events', query, asksForKey: false, signal: UNSTOPPED };
    const answer = await api.data(request, hasKey<EventsData>('events')).catch(() => null);
    const isCut = answer === null || (answer.total ?? 0) > answer.events.length;
    const news = answer?.events.filter(({ at_utc: at }) => Date.parse(at) >= since) ?? [];
    count.value = isCut ? null : byCheck(news).flatMap(({ causes }) => causes).length;
  };
  return { count, read };
}

/** That number, beside the entry of the navigation. It is read again with each view. */
export function NewChanges() {
  const { route, keys } = useConsole();
  const { formats } = useTexts();
  const { count, read } = useStore(createNews);
  useEffect(() => void read(), [route.value.view, keys.current.value]);
  return count.value ? <span class="small"> {formats.number(count.value)}</span> : null;
}
