import { CHANNEL, CHANNEL_TEST, EVENT, NEW_WATCH, WATCH } from '../../src/capabilities/watch/examples.js';
import type {
  ChannelData,
  EventData,
  LedgerData,
  TestData,
  WatchData,
} from '../../src/capabilities/watch/published.js';
import { withUtc } from '../support/with-utc.js';
import { type FakeCall, refuse, succeed } from './fake-api.js';

// An invented service with watches, for the console.

type LedgerReview = LedgerData['reviews'][number];

const PLACE_WATCH = 'w_place';
// As long as links are, without a place to break.
export const REVIEW_LINK = `https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1s${'ChZDSUhNMG9nS0VJQ0FnSUQ'.repeat(4)}!2m1!1s0x0:0x1!3m1!1s2@1:CIHM0ogKEICAgID`;

const NAMES = { label: 'Klient Zmyślony', place_name: 'Pierogarnia Pod Zmyśloną Różą' };

export const sampleWatch = (changes: Partial<WatchData> = {}): WatchData => ({
  ...WATCH,
  ...NAMES,
  id: PLACE_WATCH,
  note: 'Umowa do końca roku',
  checked_at: '2026-11-22 03:12:45',
  checked_at_utc: '2026-11-22T02:12:45Z',
  proven_at: '2026-11-22 03:12:45',
  proven_at_utc: '2026-11-22T02:12:45Z',
  counts: WATCH.counts && { ...WATCH.counts, not_visible: 2, unconfirmed: 1 },
  ...changes,
});

export const sampleEvent = (seq: number, changes: Partial<EventData> = {}): EventData => ({
  ...EVENT,
  ...NAMES,
  seq,
  id: `e_${seq}`,
  at: `2026-11-${String(10 + seq).padStart(2, '0')} 03:12:45`,
  at_utc: `2026-11-${String(10 + seq).padStart(2, '0')}T02:12:45Z`,
  check_id: `c_${seq}`,
  watch_id: PLACE_WATCH,
  review_url: REVIEW_LINK,
  author: 'Zmyślona Osoba',
  before: { stars: 5, text: 'Pierogi jak u babci.' },
  ...changes,
});

/** The name that the service proposes for the pack of an event. */
export const PACK_NAME = 'dowod-opinii-bar-zmyslony-zmyslona-osoba-2026-11-16-101112.zip';
const NOT_OF_REVIEW = { review_id: null, review_url: null, author: null, evidence: false };
const EDITED: Partial<EventData> = {
  type: 'review.edited',
  before: { stars: 5, text: 'Pierogi jak u babci, obsługa bardzo miła. Polecam!' },
  after: { stars: 1, text: 'Pierogi zimne, obsługa bardzo niemiła. Nie polecam!' },
  evidence: false,
};

export const EVENTS: readonly EventData[] = [
  sampleEvent(1, {
    type: 'review.appeared',
    before: null,
    after: { stars: 5, text: 'Pierogi jak u babci, obsługa bardzo miła. Polecam!' },
    evidence: true,
  }),
  sampleEvent(2, {
    ...NOT_OF_REVIEW,
    type: 'place.rating_changed',
    before: { rating: 4.7, review_count: 121 },
    after: { rating: 4.6, review_count: 120 },
    // The check that found the review.
    at: '2026-11-11 03:12:45',
    at_utc: '2026-11-11T02:12:45Z',
    check_id: 'c_1',
  }),
  sampleEvent(3, EDITED),
  sampleEvent(4, {
    type: 'reply.appeared',
    before: { reply: null },
    after: { reply: 'Dziękujemy, zapraszamy.' },
  }),
  sampleEvent(5, {
    ...NOT_OF_REVIEW,
    watch_id: 'w_trouble',
    client: null,
    label: null,
    place_name: 'Kawiarnia Nieistniejąca',
    type: 'watch.trouble',
    before: null,
    after: { trouble: 'provider_unavailable' },
  }),
  sampleEvent(6),
];

const reviewOf = (
  review_id: string,
  status: LedgerReview['status'],
  ...versions: Partial<LedgerReview['versions'][number]>[]
): LedgerReview =>
  withUtc({
    review_id,
    review_url: status === 'missing' ? null : REVIEW_LINK,
    status,
    visibility_reason: status === 'not_visible' ? 'no_rating_section' : null,
    status_at: '2026-11-21 03:12:45',
    first_seen_at: '2026-11-01 08:00:10',
    last_seen_at: '2026-11-20 03:12:45',
    first_missed_at: status === 'visible' ? null : '2026-11-21 03:12:45',
    last_proof_at: null,
    versions: versions.map((version, index) =>
      withUtc({
        number: index + 1,
        stars: 5,
        text: 'Pierogi jak u babci, obsługa bardzo miła. Polecam!',
        photo_count: 1,
        reply: null,
        reply_read: true,
        author: 'Zmyślona Osoba',
        date: '3 tygodnie temu',
        published_at: '2026-10-11 12:00:00',
        edited_at: null,
        first_seen_at: '2026-11-01 08:00:10',
        last_seen_at: '2026-11-20 03:12:45',
        ...version,
      }),
    ),
  });

const REVIEWS = [
  reviewOf(
    'r_1',
    'not_visible',
    {},
    {
      stars: 1,
      text: 'Pierogi zimne, obsługa bardzo niemiła. Nie polecam!',
      reply: 'Przykro nam, prosimy o kontakt.',
    },
  ),
  reviewOf('r_2', 'missing', { text: '', author: 'Inna Zmyślona', stars: 3 }),
  reviewOf('r_3', 'visible', { author: 'Trzecia Zmyślona', text: 'Smacznie i szybko. '.repeat(12) }),
];

/** The days with a result; the check of 10 November had none. */
const DAYS = Array.from({ length: 22 }, (_, index) => ({
  day: `2026-11-${String(index + 1).padStart(2, '0')}`,
  review_count: Math.round(121 - Math.max(0, index - 10) / 4),
  rating: index < 12 ? 4.7 : 4.6,
  ...{ visible: 121, not_visible: 0 },
})).filter((_, index) => index !== 9);

const CHANNELS: readonly ChannelData[] = [
  { ...CHANNEL, id: 'ch_1', kind: 'webhook', target: 'https://hooks.example.com/opinie', waiting: 1 },
  { ...CHANNEL, id: 'ch_2', kind: 'email', target: 'biuro@example.com', waiting: 0 },
];

const TEST: TestData = { ...CHANNEL_TEST, status: null, error: 'connect ECONNREFUSED' };

const NOTHING_GONE = { counts: WATCH.counts && { ...WATCH.counts, not_visible: 0 } };
const SAMPLE_WATCHES: readonly WatchData[] = [
  sampleWatch({
    ...{ id: 'w_trouble', label: null, note: null, place_name: 'Kawiarnia Nieistniejąca' },
    ...{ state: 'trouble', trouble: 'provider_unavailable', proven_at: '2026-11-19 03:10:00' },
    ...NOTHING_GONE,
  }),
  sampleWatch(),
  sampleWatch({
    ...{ id: 'w_review', kind: 'review', subject: REVIEW_LINK, label: 'Opinia z 1 gwiazdką' },
    ...({ interval_hours: 6, last_event_at: null, state: 'visible', figures: null, coverage: null } as const),
    counts: WATCH.counts && { ...WATCH.counts, visible: 1, not_visible: 0 },
  }),
  { ...NEW_WATCH, id: 'w_new', label: null, state: 'paused', next_check_at: null },
];

export interface WatchService {
  watches: WatchData[];
  events: readonly EventData[];
  channels: ChannelData[];
  /** Whether the results cover the whole of every period. */
  isKnown: boolean;
}

export const watchService = (changes: Partial<WatchService> = {}): WatchService => ({
  watches: [...SAMPLE_WATCHES],
  events: EVENTS,
  channels: [...CHANNELS],
  isKnown: true,
  ...changes,
});

/** Answers like a service with these watches. */
export function answerWatch(service: WatchService) {
  return (call: FakeCall): void => {
    const [, , kind, id = '', part = ''] = call.url.pathname.split('/');
    if (kind === 'watches') answerWatches(service, call, id, part);
    else if (kind === 'client-export') answerFile(call, 'application/pdf');
    else if (kind === 'channels') answerChannels(service, call, id, part);
    else if (kind === 'events' && id === 'done') answerMarks(service, call);
    else if (kind === 'events' && part === 'evidence') answerFile(call, 'application/zip', PACK_NAME);
    else answerEvents(call, service);
  };
}

function answerWatches(service: WatchService, call: FakeCall, id: string, part: string) {
  const { watches } = service;
  const { searchParams } = call.url;
  if (id === 'import') {
    const asked = (call.body as { watches: { subject: string }[] }).watches;
    const error = { code: 'invalid_request', message: 'In English.' };
    const refused = asked.flatMap(({ subject }, index) =>
      /^(?:http|ChIJ)/.test(subject) ? [] : [{ index, subject, ...error }],
    );
    for (const [index, { subject }] of asked.entries())
      if (!refused.some((one) => one.index === index))
        watches.push(sampleWatch({ id: `w_${watches.length}`, subject, label: null, state: 'new' }));
    return succeed(call, { added: asked.length - refused.length, existing: 0, refused });
  }
  if (id === '') {
    const asked = (name: 'state' | 'kind') => searchParams.get(name)?.replace('attention', 'trouble');
    const fits = (name: 'state' | 'kind') => (watch: WatchData) =>
      (asked(name) ?? watch[name]) === watch[name];
    const text = searchParams.get('query') ?? '';
    const found = watches
      .filter(fits('state'))
      .filter(fits('kind'))
      .filter(({ client }) => (searchParams.get('client') ?? client) === client)
      .filter((watch) => JSON.stringify(watch).includes(text));
    const from = Number(searchParams.get('after') ?? 0);
    const end = from + Number(searchParams.get('limit'));
    const next = end < found.length ? String(end) : null;
    const clients = [...new Set(watches.flatMap(({ client }) => client ?? []))];
    return succeed(call, { watches: found.slice(from, end), total: found.length, next, clients });
  }
  const known = watches.find((one) => one.id === id);
  const watch = known;
  if (watch === undefined) return refuse(call, 404, 'watch_not_found');
  if (part === 'events')
    return answerEvents(call, {
      ...service,
      events: service.events.filter((event) => event.watch_id === id),
    });
  if (part === 'export' && searchParams.get('format') === null)
    return succeed(
      call,
      recordOf(service, watch, searchParams.get('from') ?? '', searchParams.get('to') ?? '9'),
    );
  if (part === 'export')
    return answerFile(
      call,
      searchParams.get('format') === 'pdf'
        ? 'application/pdf'
        : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
  if (part === 'reviews') {
    const status = searchParams.get('status');
    const reviews = REVIEWS.filter((review) => status === null || review.status === status);
    return succeed(call, { reviews, total: reviews.length, next: null });
  }
  if (call.method === 'DELETE') service.watches = watches.filter((one) => one !== known);
  if (call.method === 'PATCH') {
    const { paused, ...changes } = call.body as { paused?: boolean };
    const state = paused === undefined ? {} : { state: paused ? ('paused' as const) : ('watching' as const) };
    const changed = { ...watch, ...changes, ...state };
    service.watches = watches.map((one) => (one === known ? changed : one));
    return succeed(call, changed);
  }
  succeed(call, watch);
}

/** What the console reads of the record of a watch in a period. */
function recordOf({ events, isKnown }: WatchService, { id, kind }: WatchData, from: string, to: string) {
  return {
    course: DAYS.filter(({ day }) => kind === 'place' && day >= from && day <= to).map((day) =>
      // A place of another size.
      id === 'w_trouble' ? { ...day, review_count: day.review_count + 5_000 } : day,
    ),
    cover: { is_known: isKnown },
    events: events.filter((event) => event.watch_id === id),
  };
}

function answerMarks(service: WatchService, call: FakeCall) {
  const { ids, done } = call.body as { ids: string[]; done: boolean };
  const mark = done ? { done_at: '2026-11-23 09:00:00', done_by: 'anna' } : { done_at: null, done_by: null };
  service.events = service.events.map((event) => (ids.includes(event.id) ? { ...event, ...mark } : event));
  succeed(call, { marked: ids.length });
}

function answerEvents(call: FakeCall, { events, isKnown }: Pick<WatchService, 'events' | 'isKnown'>) {
  const { searchParams } = call.url;
  const since = Number(searchParams.get('since') ?? 0);
  const asked = (name: string) => searchParams.get(name);
  const newer = events
    .filter(({ seq, type }) => seq > since && (asked('types')?.split(',') ?? [type]).includes(type))
    .filter(({ done_at: at }) => asked('done') === null || (asked('done') === 'true') === (at !== null))
    .filter(({ client }) => asked('client') === null || asked('client') === client)
    .filter(({ stars }) => asked('max_stars') === null || (stars ?? 9) <= Number(asked('max_stars')));
  if (asked('order') !== 'newest') return succeed(call, { events: newer, next: newer.at(-1)?.seq ?? since });
  const some = newer.toReversed().slice(0, Number(searchParams.get('limit')));
  const cover = { watches: 3, known: isKnown ? 3 : 0, paused: 1 };
  succeed(call, { events: some, next: some[0]?.seq ?? since, total: newer.length, cover });
}

function answerChannels(service: WatchService, call: FakeCall, id: string, part: string): void {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const channel = service.channels.find((one) => one.id === id);
  if (id === '' && call.method === 'POST') {
    const made: ChannelData = { ...CHANNEL, id: 'ch_3', waiting: 0, ...(call.body as object) };
    service.channels.push(made);
    succeed(call, made.kind === 'webhook' ? { ...made, secret } : made);
  } else if (id === '') succeed(call, { channels: service.channels });
  else if (part === 'test') succeed(call, TEST);
  else {
    if (call.method === 'PATCH' && channel !== undefined)
      Object.assign(channel, { ended_at: null, ended_because: null });
    if (call.method === 'DELETE') service.channels = service.channels.filter((one) => one !== channel);
    succeed(call, { ...channel });
  }
}

function answerFile(call: FakeCall, type: string, name?: string): void {
  const named = name !== undefined && { 'Content-Disposition': `attachment; filename="${name}"` };
  call.response.writeHead(200, { 'Content-Type': type, ...named });
  call.response.end('file');
}
