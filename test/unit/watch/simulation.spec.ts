import { placeIdOf } from '../../../fixtures/provider/ids.js';
import { dice } from '../../../fixtures/provider/reviews/dice.js';
import { halfFeature } from '../../../fixtures/provider/reviews/ids.js';
import type { EventSide } from '../../../src/contract/watch.js';
import { createBulkChecker } from '../../../src/reviews/check-reviews.js';
import { createLogger } from '../../../src/runtime/logger.js';
import { createSubjectChecker } from '../../../src/watch/check-subject.js';
import type { CheckResult } from '../../../src/watch/compare.js';
import { createScheduler } from '../../../src/watch/scheduler.js';
import type { Row } from '../../../src/watch/schema.js';
import { isLongRun } from '../../support/long-run.js';
import { expect, test } from '../../support/test.js';
import { addWatch, DAY_MS, memoryDatabase, START } from '../../support/watched.js';
import {
  createWorld,
  current,
  isWithin,
  type World,
  type WorldPlace,
  type WorldReview,
} from '../../support/watched-world.js';

// Issue 26: no false event in 1,000 days of 50 places, and every true one within two cycles. A cycle is a check that
// could tell the state and had an answer about the subject of the event.

const DAYS = isLongRun ? 1_000 : 60;
const PLACES = 50;
const STEP_MS = DAY_MS / 4;
const CYCLES = 2;
const FAILURES = 3;
const CONFIRMATIONS = 10;

interface Told {
  visible: boolean;
  stars: number | null;
  text: string | null;
  photos: number | null;
  reply: string | null | undefined;
}

/** What the owner of one watch was told, and since how many cycles something else is true. */
interface Story {
  readonly place: WorldPlace;
  readonly reviews: Map<string, Told>;
  readonly late: Map<string, number>;
  /** When the place was seen for the first time, and its whole list. */
  seenAt: number;
  wholeAt: number;
  provenAt: number;
  failures: number;
  isTrouble: boolean;
  placeId: string | null;
  rating: number | null;
  isClosed: boolean | null;
  notices: Set<string> | null;
}

function kindsOf(side: EventSide | null): Set<string> {
  return new Set((side?.notices ?? []).map(({ kind }) => kind));
}

function createJudge(world: World) {
  const stories = new Map<string, Story>();
  const untruths: string[] = [];
  const counts: Record<string, number> = {};
  let checks = 0;

  const storyOf = (watch: Row<'watch'>): Story => {
    const known = stories.get(watch.id);
    if (known !== undefined) return known;
    const place = world.places[Number(watch.label)];
    if (place === undefined) throw new Error('no place');
    const story: Story = {
      ...{ place, reviews: new Map(), late: new Map(), seenAt: 0, wholeAt: 0, provenAt: 0, failures: 0 },
      ...{ isTrouble: false, placeId: null, rating: null, isClosed: null, notices: null },
    };
    stories.set(watch.id, story);
    return story;
  };

  /** Judges a check that was recorded. */
  const judge = (watch: Row<'watch'>, events: readonly Row<'event'>[], result: CheckResult) => {
    checks += 1;
    const story = storyOf(watch);
    const place = current(story.place);
    const truth = new Map<string, WorldReview>(
      [...story.place.reviews, ...place.reviews].map((review) => [review.id, review]),
    );
    const fail = (what: string) =>
      untruths.push(`${what} of ${watch.id} on day ${(result.at - START) / DAY_MS}`);
    const isProven = result.trouble === null && (result.list === null || result.list.complete);
    const isBaseline = isProven && story.provenAt === 0;
    story.failures = isProven ? 0 : story.failures + 1;
    const trueNotices = () => {
      const from = result.at - result.tookMs;
      const isWithheld = isWithin(place.withheld, result.at) || isWithin(place.withheld, from);
      return { isWithheld, other: place.notice?.kind ?? null };
    };

    const seenPlace = result.place;
    const placeId = seenPlace?.placeId ?? null;
    if (placeId !== null && placeId !== story.placeId) {
      if (story.placeId !== null && !isBaseline && !events.some(({ type }) => type === 'place.moved'))
        fail('not moved');
      Object.assign(story, {
        placeId,
        seenAt: result.at,
        wholeAt: 0,
        rating: null,
        isClosed: null,
        notices: null,
      });
    }
    for (const event of events) {
      counts[event.type] = (counts[event.type] ?? 0) + 1;
      const before = JSON.parse(event.before ?? 'null') as EventSide | null;
      const after = JSON.parse(event.after ?? 'null') as EventSide | null;
      const id = event.review_id ?? '';
      const review = truth.get(id);
      const told = story.reviews.get(id);
      const claim = (isTrue: boolean) => {
        if (!isTrue) fail(`${event.type} ${id} ${event.before} ${event.after}`);
      };
      switch (event.type) {
        case 'review.appeared': {
          claim(
            told === undefined &&
              review?.isShown === true &&
              (review.changedAt.visible > story.seenAt || story.wholeAt > 0),
          );
          const seen = result.reviews.find((one) => one.id === id);
          if (seen !== undefined) story.reviews.set(id, { ...seen, visible: true });
          break;
        }
        case 'review.not_visible':
        case 'review.visible_again':
          claim(
            told !== undefined &&
              told.visible !== review?.isShown &&
              told.visible === (event.type === 'review.not_visible'),
          );
          if (told !== undefined) told.visible = event.type === 'review.visible_again';
          break;
        case 'review.edited':
          claim(review !== undefined && after !== null && before !== null);
          for (const [field, value] of Object.entries(after ?? {})) {
            const name = field === 'photo_count' ? 'photos' : (field as 'stars' | 'text');
            claim(review?.[name] === value && told?.[name] !== value);
            if (told !== undefined) Object.assign(told, { [name]: value });
          }
          break;
        case 'reply.appeared':
        case 'reply.edited':
        case 'reply.withdrawn':
          claim(told !== undefined && review?.reply === after?.reply && told.reply !== after?.reply);
          if (told !== undefined) told.reply = after?.reply;
          break;
        case 'place.rating_changed':
          claim(after?.rating === place.rating);
          story.rating = after?.rating ?? null;
          break;
        case 'notice.changed': {
          const [was, is] = [kindsOf(before), kindsOf(after)];
          const { isWithheld, other } = trueNotices();
          const isTrue = (kind: string) => kind === other || (kind === 'reviews_withheld' && isWithheld);
          for (const kind of new Set([...was, ...is]))
            if (was.has(kind) !== is.has(kind))
              claim(isTrue(kind) === is.has(kind) || kind === 'reviews_withheld');
          story.notices = is;
          break;
        }
        case 'place.closed':
        case 'place.reopened':
          claim(place.isClosed === (event.type === 'place.closed') && story.isClosed !== place.isClosed);
          story.isClosed = place.isClosed;
          break;
        case 'place.moved':
          claim(
            after?.place_id === undefined
              ? after?.address === place.address
              : after.place_id === placeIdOf(place.featureId),
          );
          break;
        case 'watch.trouble':
          claim(story.failures === FAILURES && !story.isTrouble);
          story.isTrouble = true;
          break;
        default:
          claim(event.type === 'watch.recovered' && isProven && story.isTrouble);
          story.isTrouble = false;
      }
    }

    /** Counts the cycles in which something that is true was not told. */
    const expectTold = (key: string, isTold: boolean) => {
      const late = isTold ? 0 : (story.late.get(key) ?? 0) + 1;
      story.late.set(key, late);
      if (late >= CYCLES) fail(`not told: ${key}`);
    };
    if (seenPlace?.isWhole === true && watch.kind === 'place') {
      const kinds = new Set(
        seenPlace.notices.map(({ kind }) => kind).filter((kind) => kind !== 'permanently_closed'),
      );
      if (story.rating === null || isBaseline) story.rating = seenPlace.rating;
      if (story.isClosed === null || isBaseline) story.isClosed = place.isClosed;
      if (story.notices === null || isBaseline) story.notices = kinds;
      expectTold('rating', story.rating === place.rating);
      expectTold('closure', story.isClosed === place.isClosed);
      const told = story.notices;
      for (const kind of ['reviews_withheld', 'reviews_removed_defamation'] as const)
        expectTold(kind, told.has(kind) === kinds.has(kind));
    }
    // A list of another place, while that place was not read, does not count.
    const isElsewhere =
      story.placeId !== null && result.list !== null && result.list.placeId !== story.placeId;
    for (const seen of isElsewhere ? [] : result.reviews) {
      const told = story.reviews.get(seen.id);
      const review = truth.get(seen.id);
      if (review === undefined) {
        fail(`unknown review ${seen.id}`);
        continue;
      }
      if (told === undefined) {
        if (story.wholeAt > 0 && review.changedAt.visible > story.wholeAt && !isBaseline)
          fail(`not told: new ${seen.id}`);
        story.reviews.set(seen.id, { ...seen, visible: true });
        continue;
      }
      if (isBaseline) Object.assign(told, { ...seen, visible: true });
      for (const field of ['stars', 'text', 'photos'] as const) {
        if (told[field] === null) Object.assign(told, { [field]: seen[field] });
        if (seen[field] !== null) expectTold(`${field} ${seen.id}`, told[field] === seen[field]);
      }
      told.reply = told.reply === undefined ? seen.reply : told.reply;
      if (seen.reply !== undefined) expectTold(`reply ${seen.id}`, told.reply === seen.reply);
      expectTold(`visible ${seen.id}`, told.visible);
    }
    for (const [id, reason] of result.verdicts)
      if (watch.kind === 'review' && reason !== null && !story.reviews.has(id))
        story.reviews.set(id, { visible: false, stars: null, text: null, photos: null, reply: undefined });
    const listed = new Set(result.reviews.map(({ id }) => id));
    for (const [id, told] of story.reviews) {
      const review = truth.get(id);
      // What is left over, because enough others were asked about, is for the next cycle.
      const isAsked = result.verdicts.has(id)
        ? result.verdicts.get(id) !== null
        : result.verdicts.size < CONFIRMATIONS;
      const canTell = isProven && isAsked && (seenPlace === null || seenPlace.isWhole) && story.wholeAt > 0;
      if (watch.kind === 'place' && canTell && !listed.has(id) && review?.isShown === false && !isBaseline)
        expectTold(`hidden ${id}`, !told.visible);
      else if (review?.isShown === true) story.late.delete(`hidden ${id}`);
    }
    if (result.list?.complete === true && story.wholeAt === 0 && !isElsewhere) story.wholeAt = result.at;
    if (isProven && story.provenAt === 0) story.provenAt = result.at;
  };
  return { judge, untruths, counts, checks: () => checks };
}

test(`${DAYS} days of ${PLACES} places: no false event, and every true one within two cycles`, async () => {
  test.setTimeout(600_000);
  const seed = process.env.WATCH_SEED ?? 'watch';
  const began = process.cpuUsage();
  const clock = { at: START };
  const world = createWorld(seed, clock, PLACES);
  const database = await memoryDatabase();
  const judge = createJudge(world);
  const log = createLogger('silent');
  for (const [index, place] of world.places.entries()) {
    const label = `${index}`;
    await addWatch(database, {
      ...{ id: `w_${index}`, subject: placeIdOf(place.featureId), label },
      interval_minutes: 3 * 1_440,
    });
    const [review] = place.reviews;
    if (index % 5 > 0 || review === undefined) continue;
    const subject = `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${review.id}!2m1!1s${halfFeature(place.featureId)}`;
    await addWatch(database, {
      id: `w_${index}_single`,
      kind: 'review',
      subject,
      label,
      interval_minutes: 2 * 1_440,
    });
  }
  const now = () => clock.at;
  const scheduler = createScheduler({
    ...{ database, replica: 'r', log, now, atOnce: 1, random: dice(`${seed}/jitter`).next },
    check: createSubjectChecker({
      ...{ database, finder: world.finder, reviews: world.lister, inspector: world.inspector, now },
      bulk: createBulkChecker({ inspector: world.inspector, concurrency: 2, timeoutMs: 30_000 }),
      ...{ confirmations: CONFIRMATIONS, timeoutMs: 30_000, listTimeoutMs: 300_000 },
    }),
    recorded: async (watch, events, result) => judge.judge(watch, events, result),
  });
  while (clock.at < START + DAYS * DAY_MS) {
    const until = clock.at + STEP_MS;
    while ((await scheduler.tick()) > 0) await scheduler.idle();
    world.pass(Math.max(0, until - clock.at));
  }
  await database.close();
  const cpuSeconds = (process.cpuUsage(began).user + process.cpuUsage(began).system) / 1e6;
  const tally = JSON.stringify({ checks: judge.checks(), cpuSeconds, ...judge.counts });
  test.info().annotations.push({ type: 'tally', description: tally });
  if (process.env.WATCH_SEED !== undefined) console.log(tally);
  expect(judge.untruths).toEqual([]);
  expect(judge.checks()).toBeGreaterThan(DAYS * PLACES * 0.3);
  for (const type of [
    'review.not_visible',
    'review.visible_again',
    'place.moved',
    'watch.trouble',
    'reply.withdrawn',
  ])
    expect(judge.counts[type], type).toBeGreaterThan(0);
});
