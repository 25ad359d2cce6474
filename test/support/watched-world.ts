import { cidOf, placeIdOf } from '../../fixtures/provider/ids.js';
import { dice } from '../../fixtures/provider/reviews/dice.js';
import { reviewId } from '../../fixtures/provider/reviews/ids.js';
import { AppError, NO_RESULTS, PROVIDER_UNAVAILABLE } from '../../src/core/errors.js';
import type { FoundDetails, PlaceFinder } from '../../src/core/places/find-place.js';
import type { Notice } from '../../src/core/places/place.js';
import type { StopReason, VisibilityReason } from '../../src/core/published/lines.js';
import type { Inspection, ReviewInspector } from '../../src/core/reviews/inspect-review.js';
import type { ReviewLister } from '../../src/core/reviews/list-reviews.js';
import type { Review } from '../../src/core/reviews/review.js';
import { message } from './messages.js';

// Places and reviews that change over years, and the answers that the use cases give about them. What the verdicts
// themselves stand for is tested in test/core/reviews/controls/verdicts-simulation.spec.ts.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export interface WorldReview {
  readonly id: string;
  /** When the review was shown for the first time; null = not yet. */
  readonly shownAt: number;
  isShown: boolean;
  stars: number;
  text: string;
  photos: number;
  reply: string | null;
  author: string;
  /** When the review was shown or hidden for the last time. */
  readonly changedAt: { visible: number };
}

export interface WorldPlace {
  featureId: string;
  reviews: WorldReview[];
  rating: number;
  address: string;
  notice: Notice | null;
  isClosed: boolean;
  /** Times at which the provider withholds all reviews, or shows limited views. */
  withheld: readonly [from: number, to: number];
  limited: readonly [from: number, to: number];
  /** The place that this one became a part of. */
  mergedInto: WorldPlace | null;
  /** Until then the count of the place is one too high: the list cannot be complete. */
  lagsUntil: number;
  /** From then on, the record of the first review cannot be read. */
  readonly unreadableFrom: number;
  /** The provider lists at most this many reviews, the newest ones. */
  readonly cap: number;
}

/** A place, and the places that it became a part of, one after the other. */
export function lineOf(place: WorldPlace): readonly [WorldPlace, ...WorldPlace[]] {
  return place.mergedInto === null ? [place] : [place, ...lineOf(place.mergedInto)];
}

/** A place as a check of a subject finds it. */
export function current(place: WorldPlace): WorldPlace {
  return lineOf(place).at(-1) ?? place;
}

function isWithin([from, to]: readonly [number, number], at: number): boolean {
  return at >= from && at < to;
}

const WITHHELD: Notice = { kind: 'reviews_withheld', text: 'Opinie są niedostępne', min: null, max: null };
const CLOSED: Notice = { kind: 'permanently_closed', text: 'Zamknięte na stałe', min: null, max: null };
const REMOVED: Notice = { kind: 'reviews_removed_defamation', text: 'Usunięto', min: 2, max: 5 };
const BURST_EVERY_MS = 3 * DAY_MS;
const BURST_MS = 2 * HOUR_MS;
/** Steps of a use case that fail. */
const FAULTS = 0.1;
/**
 * Of five places, one has more reviews than the provider lists, the count of one is always too high, and of one a record
 * cannot be read after some days.
 */
const KINDS = 5;
const CAPPED = 1;
const NEVER_COMPLETE = 2;
const UNREADABLE = 3;
const CAP = 6;

export type World = ReturnType<typeof createWorld>;

/** `clock.at` is the time; each answer takes some seconds of it. */
export function createWorld(seed: string, clock: { at: number }, places: number) {
  const roll = dice(seed);
  const answers = dice(`${seed}/answers`);
  let ids = 0;
  const never = [0, 0] as const;

  const newReview = (at: number): WorldReview => {
    ids += 1;
    return {
      ...{ id: reviewId(`${ids}`.padStart(16, '0')), shownAt: at },
      ...{ isShown: true, stars: 1 + roll.below(5), text: roll.chance(0.2) ? '' : roll.word(12) },
      ...{ photos: roll.below(3), reply: roll.chance(0.4) ? roll.word(8) : null, author: roll.word(5) },
      changedAt: { visible: at },
    };
  };
  const newPlace = (index: number, count: number): WorldPlace => ({
    featureId: `0x4710000000000001:0x${(0x3a00000000000001n + BigInt(index)).toString(16)}`,
    reviews: Array.from({ length: count }, () => newReview(clock.at - (1 + roll.below(700)) * DAY_MS)),
    ...{ rating: 4, address: `ul. Zmyślona ${index}`, notice: null, isClosed: false },
    ...{ withheld: never, limited: never, mergedInto: null },
    lagsUntil: index % KINDS === NEVER_COMPLETE ? Number.POSITIVE_INFINITY : 0,
    unreadableFrom: index % KINDS === UNREADABLE ? clock.at + 5 * DAY_MS : Number.POSITIVE_INFINITY,
    cap: index % KINDS === CAPPED ? CAP : Number.POSITIVE_INFINITY,
  });
  const all = Array.from({ length: places }, (_, index) => newPlace(index, 2 + roll.below(12)));
  const byRef = new Map(
    all.flatMap((one) => [
      [placeIdOf(one.featureId), one],
      [cidOf(one.featureId), one],
    ]),
  );

  /** What happens at a place in `ms`. */
  const live = (place: WorldPlace, ms: number): void => {
    const { at } = clock;
    const happens = (perYear: number) => roll.chance((perYear * ms) / (365 * DAY_MS));
    const shown = place.reviews.filter(({ isShown }) => isShown);
    const hidden = place.reviews.filter(({ isShown }) => !isShown);
    const someone = shown.length === 0 ? null : roll.pick(shown);
    const show = (review: WorldReview, isShown: boolean) => {
      review.isShown = isShown;
      review.changedAt.visible = at;
    };
    if (happens(20) && place.mergedInto === null && place.reviews.length < 40)
      place.reviews.push(newReview(at));
    if (happens(6) && someone !== null) show(someone, false);
    if (happens(1)) for (const one of shown.filter(() => roll.chance(0.6)).slice(0, 15)) show(one, false);
    if (happens(4) && hidden.length > 0) show(roll.pick(hidden), true);
    if (happens(1)) for (const one of hidden) if (roll.chance(0.5)) show(one, true);
    if (happens(6)) place.lagsUntil = Math.max(place.lagsUntil, at + 2 * DAY_MS);
    if (someone !== null && happens(8)) {
      if (roll.chance(0.5)) someone.stars = (someone.stars % 5) + 1;
      else someone.text = roll.chance(0.3) ? '' : roll.word(10);
    }
    if (someone !== null && happens(8)) {
      someone.reply = someone.reply !== null && roll.chance(0.4) ? null : roll.word(9);
    }
    // A nickname says nothing about the review.
    if (someone !== null && happens(20)) someone.author = roll.word(6);
    if (happens(10)) place.rating = Math.round((3 + roll.next() * 2) * 10) / 10;
    if (happens(1)) place.address = `ul. ${roll.word(8)} 1`;
    if (happens(2)) place.notice = place.notice === null ? REMOVED : null;
    if (happens(1)) place.isClosed = !place.isClosed;
    if (happens(2)) place.withheld = [at + roll.below(DAY_MS), at + (1 + roll.below(20)) * DAY_MS];
    if (happens(4)) place.limited = [at + roll.below(DAY_MS), at + (1 + roll.below(4)) * DAY_MS];
    if (place.mergedInto !== null || place.reviews.length === 0 || !happens(0.1)) return;
    const other = roll.pick(all);
    if (current(other) === place || other.mergedInto !== null) return;
    place.mergedInto = other;
    // The other place takes over most reviews; the rest is only shown by its links.
    const taken = place.reviews.filter(() => roll.chance(0.8));
    for (const { changedAt } of taken) changedAt.visible = at;
    other.reviews.push(...taken);
  };

  const fault = () => new AppError(PROVIDER_UNAVAILABLE, message('unexpectedFailure'));
  /** The time of an answer. Half of the faults are errors at once. @throws AppError */
  const answer = (): { readonly isCut: boolean } => {
    clock.at += 1_000 + answers.below(20_000);
    const isBurst = clock.at % BURST_EVERY_MS < BURST_MS;
    if (answers.chance(FAULTS / 2) || (isBurst && answers.chance(0.5))) throw fault();
    return { isCut: answers.chance(FAULTS / 2) };
  };
  const find = (ref: string): WorldPlace => {
    const place = byRef.get(ref);
    if (place === undefined) throw new AppError(NO_RESULTS, message('noSuchPlace'));
    return place;
  };
  const noticesOf = (place: WorldPlace): Notice[] => [
    ...(isWithin(place.withheld, clock.at) ? [WITHHELD] : []),
    ...(place.notice === null ? [] : [place.notice]),
    ...(place.isClosed ? [CLOSED] : []),
  ];

  const findDetails = async (query: string): Promise<FoundDetails> => {
    const { isCut } = answer();
    const place = current(find(query));
    const isLimited = isCut || isWithin(place.limited, clock.at);
    const isPartial = isLimited || isWithin(place.withheld, clock.at);
    const { rating, address, featureId } = place;
    const reading = {
      place: {
        ...{
          featureId,
          name: 'Miejsce',
          address: isLimited ? null : address,
          rating: isPartial ? null : rating,
        },
        reviewCount: isPartial ? null : place.reviews.filter(({ isShown }) => isShown).length,
      },
      notices: isLimited ? [] : noticesOf(place).map((one) => ({ ...one, seenAt: clock.at })),
      ...{ degraded: isPartial, limitedView: isLimited, fromPayload: true, reviewIds: [] },
    };
    return { placeId: placeIdOf(featureId), reading } as unknown as FoundDetails;
  };

  /** A record may lack a value that others have. */
  const unknown = <T>(value: T): T | null => (answers.chance(0.02) ? null : value);
  const recordOf = (review: WorldReview, place: WorldPlace): Review => {
    const isCut = answers.chance(0.02);
    return {
      ...{ id: review.id, placeCid: cidOf(place.featureId), isPartner: false, stars: unknown(review.stars) },
      ...{ text: isCut ? null : review.text, photoCount: unknown(review.photos), url: null },
      ...{ dateText: `${answers.below(9)} dni temu`, publishedAt: Math.floor(review.shownAt / 1_000) },
      author: { name: review.author, id: null },
      ownerReply: review.reply === null ? null : { text: unknown(review.reply), cut: null, dateText: null },
      hasNoReply: review.reply === null,
    } as unknown as Review;
  };

  const list: ReviewLister['list'] = async ({ placeRef }, _scope, emit) => {
    const { isCut } = answer();
    const place = current(find(placeRef));
    const isWithheld = isWithin(place.withheld, clock.at);
    const isLimited = isWithin(place.limited, clock.at);
    const shown = isWithheld ? [] : place.reviews.filter(({ isShown }) => isShown);
    const newest = shown.toSorted((one, other) => other.shownAt - one.shownAt).slice(0, place.cap);
    const part = isLimited ? newest.slice(0, 5) : isCut ? newest.slice(0, answers.below(10)) : newest;
    // Now and then a whole list lacks a review that is there.
    const listed = answers.chance(0.03) ? part.filter(() => answers.chance(0.9)) : part;
    const damaged = clock.at < place.unreadableFrom ? undefined : place.reviews[0];
    const readable = listed.filter((one) => one !== damaged);
    const unread = listed.length - readable.length;
    for (const review of readable) await emit({ kind: 'review', review: recordOf(review, place) });
    const partner = { ...recordOf(newReview(clock.at), place), isPartner: true };
    if (answers.chance(0.3)) await emit({ kind: 'review', review: partner });
    const isLagging = clock.at < place.lagsUntil;
    const reasons: readonly (readonly [boolean, StopReason])[] = [
      [isWithheld, 'withheld'],
      [isLimited, 'limited_view'],
      [isCut, 'interrupted'],
      [unread > 0, 'unreadable'],
      [isLagging || shown.length > place.cap, 'provider_limit'],
    ];
    const stopReason = reasons.find(([isReason]) => isReason)?.[1] ?? 'end';
    return {
      ...{ placeId: placeIdOf(place.featureId), returned: readable.length, read: readable.length },
      ...{
        total: shown.length + (isLagging ? 1 : 0),
        ...{ pagesFetched: 1, unread },
        complete: stopReason === 'end',
        stopReason,
      },
      notices: noticesOf(place).map((one) => ({ ...one, seenAt: clock.at })),
    };
  };

  const ownerOf = (id: string) => {
    for (const place of all) {
      const review = place.reviews.find((one) => one.id === id);
      if (review !== undefined) return { review, place: current(place) };
    }
    return null;
  };
  /** A place that withholds its reviews looks as if each of them were gone. */
  const inspect = async (link: string): Promise<Inspection> => {
    const { isCut } = answer();
    if (isCut) throw fault();
    const found = ownerOf(/!1s([\w-]+)!2m1/.exec(link)?.[1] ?? '');
    if (found === null) throw new Error(`no review: ${link}`);
    const { review, place } = found;
    const isVisible = review.isShown && !isWithin(place.withheld, clock.at);
    const reason: VisibilityReason = isVisible ? 'visible' : 'no_rating_section';
    const facts = isVisible
      ? { review: recordOf(review, place), placeName: 'Miejsce', featureId: place.featureId }
      : { review: null, placeName: null, featureId: null };
    return { reason, shown: null, notices: [], controls: [], ...facts };
  };

  return {
    places: all,
    /** Lets `ms` pass at all places. */
    pass: (ms: number) => {
      clock.at += ms;
      for (const place of all) live(place, ms);
    },
    finder: { findDetails: (query) => findDetails(query) } satisfies Pick<PlaceFinder, 'findDetails'>,
    lister: { list } satisfies ReviewLister,
    inspector: { visibility: inspect, details: inspect } satisfies Pick<
      ReviewInspector,
      'visibility' | 'details'
    >,
  };
}
