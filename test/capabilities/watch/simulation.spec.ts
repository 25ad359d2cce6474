import { placeIdOf } from '../../../fixtures/provider/ids.js';
import { dice } from '../../../fixtures/provider/reviews/dice.js';
import { halfFeature } from '../../../fixtures/provider/reviews/ids.js';
import { createBulkChecker } from '../../../src/capabilities/bulk/check-reviews.js';
import { hashKeyOf } from '../../../src/capabilities/watch/authors.js';
import { checkSubject } from '../../../src/capabilities/watch/check-subject.js';
import type { CheckResult } from '../../../src/capabilities/watch/known.js';
import type { EventSide } from '../../../src/capabilities/watch/published.js';
import { createScheduler } from '../../../src/capabilities/watch/scheduler.js';
import type { Row, WatchDatabase } from '../../../src/capabilities/watch/schema.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { isLongRun } from '../../support/long-run.js';
import { expect, test } from '../../support/test.js';
import { addWatch, DAY_MS, memoryDatabase, START, usable } from '../../support/watched.js';
import {
  createWorld,
  current,
  lineOf,
  type World,
  type WorldPlace,
  type WorldReview,
} from '../../support/watched-world.js';

// No false event in 1,000 days of 50 places, and every true one within two cycles. A cycle is a check that could tell
// the state and had an answer about the subject of the event. Of five places, one has more reviews than the provider
// lists, the list of one is never complete, and of one a record cannot be read after some days.

const DAYS = isLongRun ? 1_000 : 30;
const PLACES = 50;
const STEP_MS = DAY_MS / 4;
const CYCLES = 2;
const FAILURES = 3;
const PROOFS = 10;

/** What the owner of one watch was told. */
interface Story {
  readonly place: WorldPlace;
  /** Facts by name, such as `stars <review>`, `visible <review>`, `rating` or `notice <kind>`; undefined = unknown. */
  readonly told: Map<string, unknown>;
  /** For how many cycles something else than the told fact is true. */
  readonly late: Map<string, number>;
  /** When the place was seen for the first time, its whole list, and when a check could tell the state first. */
  seenAt: number;
  wholeAt: number;
  provenAt: number;
  failures: number;
  isTrouble: boolean;
  placeId: string | null;
  /** Reviews that were told as missing, and reviews that their own page shows and the list does not. */
  readonly missing: Set<string>;
  readonly ghosts: Set<string>;
  /** Whether the last count was above or below the told count. */
  countSign: number;
}

const CONTENT = ['stars', 'text', 'photos', 'reply'] as const;
const NOTICES = ['reviews_withheld', 'reviews_removed_defamation'] as const;

const kindsOf = (side: EventSide | null) => new Set((side?.notices ?? []).map(({ kind }) => kind));

function createJudge(world: World) {
  const stories = new Map<string, Story>();
  const untruths: string[] = [];
  const counts: Record<string, number> = {};
  let checks = 0;

  const storyOf = (watch: Row<'watch'>): Story => {
    const place = world.places[Number(watch.label)];
    if (place === undefined) throw new Error('no place');
    const story: Story = stories.get(watch.id) ?? {
      ...{ place, told: new Map(), late: new Map(), seenAt: 0, wholeAt: 0, provenAt: 0 },
      ...{
        failures: 0,
        isTrouble: false,
        placeId: null,
        countSign: 0,
        missing: new Set(),
        ghosts: new Set(),
      },
    };
    stories.set(watch.id, story);
    return story;
  };

  /** Judges a check that was recorded. */
  const judge = (watch: Row<'watch'>, events: readonly Row<'event'>[], result: CheckResult) => {
    checks += 1;
    const story = storyOf(watch);
    const { told } = story;
    const place = current(story.place);
    // A merged place keeps reviews that its successor did not take over: the watch knows them.
    const truth = new Map<string, WorldReview>(
      lineOf(story.place).flatMap(({ reviews }) => reviews.map((review) => [review.id, review] as const)),
    );
    const fail = (what: string) =>
      untruths.push(`${what} of ${watch.id} on day ${(result.at - START) / DAY_MS}`);
    const isProven =
      result.trouble === null &&
      (result.list === null || ['end', 'provider_limit', 'unreadable'].includes(result.list.stopReason));
    story.failures = isProven ? 0 : story.failures + 1;

    const truthOf = (key: string): unknown => {
      const [name = '', id = ''] = key.split(' ');
      if (name === 'rating') return place.rating;
      if (name === 'closed') return place.isClosed;
      if (name === 'notice') return place.notice?.kind === id;
      const review = truth.get(id);
      return name === 'visible' ? review?.isShown : review?.[name as (typeof CONTENT)[number]];
    };
    const isKnown = (id: string) => told.has(`visible ${id}`);
    /** Takes the content of a review over as it was seen. A null that stands for "unknown" is undefined here. */
    const contentOf = ({ stars, text, photos, reply }: CheckResult['reviews'][number]) =>
      ({ stars: stars ?? undefined, text: text ?? undefined, photos: photos ?? undefined, reply }) as const;
    const tellAll = (seen: CheckResult['reviews'][number]) => {
      told.set(`visible ${seen.id}`, true);
      for (const name of CONTENT) told.set(`${name} ${seen.id}`, contentOf(seen)[name]);
    };

    const placeId = result.place?.placeId ?? null;
    const isMoved = placeId !== null && placeId !== story.placeId;
    if (isMoved) {
      if (story.placeId !== null && !events.some(({ type }) => type === 'place.moved')) fail('not moved');
      if (story.placeId !== null) Object.assign(story, { seenAt: result.at, wholeAt: 0, countSign: 0 });
      story.placeId = placeId;
      for (const key of ['rating', 'count', 'closed', ...NOTICES.map((kind) => `notice ${kind}`)])
        told.delete(key);
    }
    if (story.seenAt === 0 && (placeId !== null || result.reviews.length > 0)) story.seenAt = result.at;
    for (const event of events) {
      counts[event.type] = (counts[event.type] ?? 0) + 1;
      const before = JSON.parse(event.before ?? 'null') as EventSide | null;
      const after = JSON.parse(event.after ?? 'null') as EventSide | null;
      const id = event.review_id ?? '';
      const claim = (isTrue: boolean) => {
        if (!isTrue) fail(`${event.type} ${id} ${event.before} ${event.after}`);
      };
      /** The event says that a fact has another value now. */
      const change = (key: string, value: unknown, isTrue = truthOf(key) === value) => {
        claim(isTrue && told.get(key) !== value);
        told.set(key, value);
      };
      switch (event.type) {
        case 'review.appeared': {
          const review = truth.get(id);
          const isNew = story.wholeAt > 0 || (review?.changedAt.visible ?? 0) > story.seenAt;
          claim(!isKnown(id) && review?.isShown === true && isNew);
          const seen = result.reviews.find((one) => one.id === id);
          if (seen !== undefined) tellAll(seen);
          break;
        }
        case 'review.not_visible': {
          claim(isKnown(id));
          change(`visible ${id}`, false);
          const hiddenAt = truth.get(id)?.changedAt.visible ?? 0;
          const [seenAt, missedAt] = [event.last_seen_at ?? 0, event.first_missed_at ?? 0];
          claim(seenAt <= missedAt && missedAt <= result.at);
          // A list may lack a review that is there: then the loss came later.
          claim(seenAt <= hiddenAt && hiddenAt <= result.at);
          break;
        }
        case 'review.missing':
          claim(isKnown(id) && result.reviews.every((one) => one.id !== id));
          story.missing.add(id);
          break;
        case 'review.visible_again':
          claim(isKnown(id) && truthOf(`visible ${id}`) === true);
          claim(story.missing.delete(id) || told.get(`visible ${id}`) === false);
          told.set(`visible ${id}`, true);
          break;
        case 'review.edited':
          claim(after !== null && before !== null);
          for (const [field, value] of Object.entries(after ?? {}))
            change(`${field === 'photo_count' ? 'photos' : field} ${id}`, value);
          break;
        case 'reply.appeared':
        case 'reply.edited':
        case 'reply.withdrawn':
          claim(isKnown(id));
          change(`reply ${id}`, after?.reply);
          break;
        case 'place.rating_changed':
          claim(after?.rating !== undefined || after?.review_count !== undefined);
          if (after?.rating !== undefined) change('rating', after.rating);
          if (after?.review_count !== undefined)
            change('count', after.review_count, after.review_count === result.place?.reviewCount);
          break;
        case 'notice.changed': {
          const [was, is] = [kindsOf(before), kindsOf(after)];
          // Reviews may be withheld during a part of a check: both are true then.
          for (const kind of [...was, ...is].filter((kind) => was.has(kind) !== is.has(kind)))
            change(`notice ${kind}`, is.has(kind), kind === 'reviews_withheld' || undefined);
          break;
        }
        case 'place.closed':
        case 'place.reopened':
          change('closed', event.type === 'place.closed');
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
    /** A check saw this value. The first value of a fact is told without an event. */
    const see = (key: string, value: unknown) => {
      if (value === undefined) return;
      if (told.get(key) === undefined) told.set(key, value);
      expectTold(key, told.get(key) === value);
    };
    if (result.place?.isWhole === true && watch.kind === 'place') {
      const kinds = new Set(result.place.notices.map(({ kind }) => kind));
      see('rating', result.place.rating ?? undefined);
      see('closed', kinds.has('permanently_closed'));
      for (const kind of NOTICES) see(`notice ${kind}`, kinds.has(kind));
    }
    const count = result.place?.reviewCount ?? null;
    if (count !== null) {
      if (told.get('count') === undefined) told.set('count', count);
      const sign = Math.sign(count - Number(told.get('count')));
      if (sign !== 0 && sign === story.countSign) fail('not told: count');
      story.countSign = sign;
    }
    // A list of another place, while that place was not read, does not count.
    const isElsewhere =
      story.placeId !== null && result.list !== null && result.list.placeId !== story.placeId;
    for (const seen of isElsewhere ? [] : result.reviews) {
      const review = truth.get(seen.id);
      if (review === undefined) {
        fail(`unknown review ${seen.id}`);
      } else if (isKnown(seen.id)) {
        see(`visible ${seen.id}`, true);
        for (const name of CONTENT) see(`${name} ${seen.id}`, contentOf(seen)[name]);
      } else {
        if (story.wholeAt > 0 && review.changedAt.visible > story.wholeAt) fail(`not told: new ${seen.id}`);
        tellAll(seen);
      }
    }
    for (const [id, reason] of result.verdicts)
      if (watch.kind === 'review' && reason !== null && !isKnown(id)) told.set(`visible ${id}`, false);
    const listed = new Set(result.reviews.map(({ id }) => id));
    for (const [id, reason] of result.verdicts) if (reason === 'visible') story.ghosts.add(id);
    for (const id of listed) story.ghosts.delete(id);
    // A list covers what is newer than its last review.
    const reach = result.list?.complete === true ? 0 : (result.reviews.at(-1)?.publishedAt ?? Infinity);
    for (const [id, review] of truth) {
      if (!isKnown(id)) continue;
      // Reviews that are left over, because enough others were asked about, are for the next cycle.
      const isAsked = result.verdicts.has(id)
        ? result.verdicts.get(id) !== null
        : result.verdicts.size < PROOFS && !story.ghosts.has(id);
      const isWhole = result.place === null || result.place.isWhole;
      const isCovered = Math.floor(review.shownAt / 1_000) > reach;
      const canTell = isProven && isAsked && isWhole && isCovered && !isMoved;
      if (watch.kind === 'place' && canTell && !listed.has(id) && !review.isShown)
        expectTold(`hidden ${id}`, told.get(`visible ${id}`) === false);
      else if (review.isShown) story.late.delete(`hidden ${id}`);
    }
    if (result.list?.complete === true && story.wholeAt === 0 && !isElsewhere) story.wholeAt = result.at;
    if (isProven && story.provenAt === 0) story.provenAt = result.at;
  };
  return { judge, untruths, counts, checks: () => checks };
}

/** Watches every place, and a review of every fifth one. */
async function watchAll(database: WatchDatabase, world: World): Promise<void> {
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
}

test(`${DAYS} days of ${PLACES} places: no false event, and every true one within two cycles`, async () => {
  test.setTimeout(isLongRun ? 3_600_000 : 600_000);
  const seed = process.env.WATCH_SEED ?? 'watch';
  const began = process.cpuUsage();
  const clock = { at: START };
  const world = createWorld(seed, clock, PLACES);
  const database = await memoryDatabase();
  const judge = createJudge(world);
  const log = createLogger('silent');
  await watchAll(database, world);
  const now = () => clock.at;
  const hashKey = await hashKeyOf(database.db);
  const checking = {
    ...{
      db: database.db,
      hashKey,
      finder: world.finder,
      reviews: world.lister,
      inspector: world.inspector,
      now,
    },
    bulk: createBulkChecker({
      inspector: world.inspector,
      fetchedAtOnce: 2,
      renderedAtOnce: 2,
      timeoutMs: 30_000,
    }),
    ...{ proofs: PROOFS, timeoutMs: 30_000, listTimeoutMs: 300_000 },
  };
  const scheduler = createScheduler({
    ...{ database, usable, replica: 'r', log, now, atOnce: 1, random: dice(`${seed}/jitter`).next },
    check: (watch, scope) => checkSubject(checking, watch, scope),
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
