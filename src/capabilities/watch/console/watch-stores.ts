import { signal } from '@preact/signals';
import type { Api } from '../../../kit/client/api.js';
import { dayOf } from '../../../kit/lists/table.js';
import type { Here } from '../../../kit/ui/context.js';
import { createListInput } from '../../../kit/ui/input/source.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { hasKey } from '../../../kit/ui/state/service.js';
import type { EventData, EventsData, WatchData, WatchesData } from '../published.js';
import { MAX_EVENTS } from '../values.js';
import { byCheck } from './event-kinds.js';

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

/** When the last visit ended, of all changes or of a client's; a week ago at first. `keep`: its changes were shown. */
export function lastVisit() {
  const now = Date.now();
  const kept: Readonly<Record<string, string>> = { ...localStorage };
  const nameOf = (client: string) => [VISIT, client].join(client && ' ');
  const endOf = (client: string) => {
    const [since, last = 0] = (kept[nameOf(client)] ?? '').split(' ').map(Number);
    return (now - last < PAUSE_MS ? since : last) || 0;
  };
  const since = (client = '') => Math.max(endOf(''), endOf(client)) || now - 7 * DAY_MS;
  return { since, keep: (client = '') => localStorage.setItem(nameOf(client), `${since(client)} ${now}`) };
}

export type Events = Awaited<ReturnType<typeof readEvents>>;

/** Reads the newest events that fit a filter, at most 1,000, and the number of all of them. @throws RequestFailed */
export function readEvents(
  api: Api,
  path: string,
  signal: AbortSignal,
  filter: Readonly<Record<string, string | undefined>> = {},
) {
  const query = { order: 'newest', limit: String(MAX_EVENTS), ...filter };
  return api.data({ path, query, signal }, hasKey<EventsData & { total: number }>('events'));
}

/** Reads all events that fit a filter, the oldest first. @throws RequestFailed */
export async function readAllEvents(
  api: Api,
  filter: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<EventData[]> {
  const events: EventData[] = [];
  for (let since = 0, isMore = true; isMore; ) {
    const query = { ...filter, since: String(since), limit: String(MAX_EVENTS) };
    const part = await api.data({ path: 'events', query, signal }, hasKey<EventsData>('events'));
    events.push(...part.events);
    since = part.next;
    isMore = part.events.length === MAX_EVENTS;
  }
  return events;
}

/** Watches of one request, and how often a list that changed meanwhile is read from its beginning. */
const PART = '500';
const MAX_READINGS = 3;

/**
 * Reads all watches that fit a filter. The newest event leads the list: a watch may move between two parts, so each one is
 * taken once, and the list is read again while it names fewer than there are. `isWhole` false = the last reading did so,
 * too. @throws RequestFailed
 */
export async function readWatches(
  api: Api,
  filter: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<{ readonly watches: readonly WatchData[]; readonly isWhole: boolean }> {
  const watches = new Map<string, WatchData>();
  let isWhole = false;
  for (let reading = 0; reading < MAX_READINGS && !isWhole; reading += 1) {
    watches.clear();
    for (let after: string | null | undefined; after !== null; ) {
      const query = { ...filter, limit: PART, after };
      const part = await api.data({ path: 'watches', query, signal }, hasKey<WatchesData>('watches'));
      for (const watch of part.watches) watches.set(watch.id, watch);
      after = part.next;
      isWhole = watches.size >= part.total;
    }
  }
  return { watches: [...watches.values()], isWhole };
}

/** The number of changes since the last visit that nobody marked as done; null = not known. */
export function createNews({ api, store }: Here) {
  const count = signal<number | null>(null);
  const read = async (stopped = UNSTOPPED) => {
    const since = store(lastVisit).since();
    const from = dayOf(new Date(since));
    const query = { from, done: 'false', order: 'newest', limit: String(MAX_EVENTS) };
    const request = { path: 'events', query, asksForKey: false, signal: stopped };
    const answer = await api.data(request, hasKey<EventsData>('events')).catch(() => null);
    if (stopped.aborted) return;
    const isCut = answer === null || (answer.total ?? 0) > answer.events.length;
    const news = answer?.events.filter(({ at_utc: at }) => Date.parse(at) >= since) ?? [];
    count.value = isCut ? null : byCheck(news).flatMap(({ causes }) => causes).length;
  };
  return { count, read };
}
