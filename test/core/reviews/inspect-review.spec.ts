import { reviewId } from '../../../fixtures/provider/reviews/ids.js';
import { AppError, PROVIDER_BLOCKED, PROVIDER_UNAVAILABLE } from '../../../src/core/errors.js';
import { classifyReviewLink } from '../../../src/core/identifiers/review-url.js';
import { createKnownNotices } from '../../../src/core/places/known-notices.js';
import { nothingObserved } from '../../../src/core/provider/navigation/observation.js';
import { createProviderUrls, type ReviewPageTarget } from '../../../src/core/provider/urls.js';
import { dataAnswer } from '../../../src/core/provider/wire/envelope.js';
import type { ControlReview } from '../../../src/core/reviews/control-candidates.js';
import type { AbsenceSigns, AnswerShape } from '../../../src/core/reviews/extractors/absence-signs.js';
import { ReviewInspector, type Stages } from '../../../src/core/reviews/inspect-review.js';
import type { ReviewPageReading } from '../../../src/core/reviews/review-page.js';
import type { ReviewSubject } from '../../../src/core/reviews/subject-search.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { type Priority, startScope } from '../../../src/core/runtime/scope.js';
import { createSingleFlight } from '../../../src/core/traffic/single-flight.js';
import { madeUp } from '../../support/made-up.js';
import { EMPTY_REVIEW_VIEW } from '../../support/page-states.js';
import { soundControls } from '../../support/sound-controls.js';
import { expect, test } from '../../support/test.js';

// Verdicts from loads of a review's page and controls (verdicts.md, rules 3 to 5).

const ID = reviewId('CAIQACodChtycF9oOnVubw');
const LINK = `https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1s${ID}!2m1!1s0x0:0x3f5c81d2ab904e16`;
const BY_AUTHOR =
  'https://www.google.com/maps/reviews/data=!4m5!14m4!1m3!1m2!1s112233445566778899001!2s0x0:0x3f5c81d2ab904e16';
const AUTHOR_ID = '112233445566778899001';
const CID = '4565666864068316694';
const SHAPE: AnswerShape = { slots: 12, dataEchoes: [], documentEchoes: [] };
const ABSENT: AbsenceSigns = { reason: 'no_rating_section', shape: SHAPE, saysGone: false };
const SAID: AbsenceSigns = { ...ABSENT, saysGone: true };

/** What a load shows of the place's name: the heading of the review's card, and the page's data. */
interface Named {
  readonly heading: string | null;
  readonly answer: readonly unknown[];
}

type Load = AbsenceSigns | 'visible' | Named | { readonly elsewhere: string } | AppError;

interface Setup {
  readonly loads: readonly Load[];
  /** The record of the review, where a load sees it. */
  readonly record?: unknown;
  /** Whether the HTTP fast path sees the review; it reads no name of the place. */
  readonly isFetched?: boolean;
  /** Where the CID of the link leads by now. */
  readonly shownCid?: string | null;
  /** The known ids of reviews, by author and CID. */
  readonly ownIds?: Readonly<Record<string, string>>;
  /** The data of a page that is opened for each control. */
  readonly beside?: unknown;
  /** What each control fails with, after that page was looked at. */
  readonly controlFault?: AppError;
  /** The date of a sighting of the last hour; null = it has none. Absent = there is no sighting. */
  readonly seenOn?: number | null;
  /** Whether the list of the place is read past that date without the review. */
  readonly isPassed?: boolean;
}

const visibleAt = (identity: ReviewPageTarget, record?: unknown) =>
  ({
    kind: 'visible',
    raw: { identity, data: record === undefined ? null : ({ record } as never), view: null },
    sighting: null,
  }) as const;

const namedAt = (identity: ReviewPageTarget, { heading, answer }: Named) => {
  const view = heading === null ? null : { ...EMPTY_REVIEW_VIEW, cardHeading: heading };
  const data = { featureId: '0x1:0x2', record: null, answer } as never;
  return { kind: 'visible', raw: { identity, data, view }, sighting: null } as const;
};

function setUp(setup: Setup) {
  const {
    loads,
    record,
    isFetched = false,
    shownCid = null,
    ownIds = {},
    beside,
    controlFault,
    seenOn,
    isPassed = false,
  } = setup;
  const left = [...loads];
  const order: string[] = [];
  const about: ReviewSubject[] = [];
  const targets: ReviewPageTarget[] = [];
  const remembered: ControlReview[] = [];
  const noted: string[] = [];
  const drifts: string[] = [];
  const counted = { contradicted: 0, underWay: 0, most: 0 };
  const notices = createKnownNotices();
  const lastSeen = seenOn === undefined ? null : { date: seenOn, leftMs: 1_799_001 };
  const readingOf = (load: Load, identity: ReviewPageTarget): ReviewPageReading => {
    if (load instanceof AppError) throw load;
    if (load === 'visible') return visibleAt(identity, record);
    if ('heading' in load) return namedAt(identity, load);
    if ('elsewhere' in load) return { kind: 'elsewhere', cid: load.elsewhere };
    return { kind: 'absent', signs: load };
  };
  const inspector = new ReviewInspector({
    notices,
    reader: {
      fetch: async (target) => (isFetched ? visibleAt(target) : null),
      load: async (target) => {
        const load = left.shift();
        if (load === undefined) throw new Error('more loads than told');
        order.push('load');
        targets.push(target);
        return readingOf(load, target);
      },
      shownCid: async () => {
        order.push('place');
        return shownCid;
      },
    },
    controls: {
      ...soundControls(
        async (subject) => {
          order.push('control');
          about.push(subject);
          const seen = { ...nothingObserved(), payloads: [dataAnswer(JSON.stringify(beside ?? null))] };
          const atRest = { settled: true, dataOverdue: false, readAt: 0 };
          subject.look({ asked: '', url: '', seen, state: null, ...atRest });
          if (controlFault !== undefined) throw controlFault;
          return SHAPE;
        },
        () => {
          counted.contradicted += 1;
        },
      ),
      expectLink: ({ priority }) => {
        if (priority === 'bulk') counted.underWay += 1;
        counted.most = Math.max(counted.most, counted.underWay);
        return () => {
          if (priority === 'bulk') counted.underWay -= 1;
        };
      },
    },
    candidates: { remember: (review) => void remembered.push(review) },
    known: {
      reviewIdOf: (authorId, cid) => ownIds[`${authorId} ${cid}`] ?? null,
      noteReview: ({ id }) => void noted.push(id),
      last: () => lastSeen,
      assertNotSeenLately: async ({ cid }, readList) => {
        if (lastSeen === null) return;
        await readList(cid ?? '', lastSeen.date ?? 0);
        if (!isPassed) throw SEEN_LATELY;
      },
    },
    readList: async (cid, since) => {
      order.push(`list of ${cid} since ${since}`);
    },
    resolve: async (link) => {
      const given = classifyReviewLink(link);
      if (given.kind !== 'review') throw new Error('no share link is asked for');
      return given.link;
    },
    urls: createProviderUrls(),
    flights: createSingleFlight(60_000),
    metrics: { verdict: () => undefined, drift: (kind) => void drifts.push(kind) },
  });
  const scopeOf = (priority: Priority = 'single') =>
    startScope('test', createLogger('silent'), 60_000, priority);
  return {
    inspector,
    scopeOf,
    ask: async (link = LINK) => {
      const { reason } = await inspector.visibility(link, scopeOf());
      return reason;
    },
    ...{ order, about, targets, remembered, noted, drifts, counted, left, notices },
  };
}

/** The stages of a link of a list, which write their steps down. */
const stagesInto = (order: string[]): Stages => ({
  undecided: () => void order.push('undecided'),
  slot: async (place) => {
    order.push(`pages for ${place}`);
    return {
      without: async (work) => {
        order.push('leaves');
        const result = await work;
        order.push('returns');
        return result;
      },
      [Symbol.dispose]: () => void order.push('ends'),
    };
  },
});

test('a review is not visible by absence, control, absence, control', async () => {
  const { ask, order, about } = setUp({ loads: [ABSENT, ABSENT] });
  expect(await ask()).toBe('no_rating_section');
  expect(order).toEqual(['load', 'control', 'load', 'control']);
  expect(about[0]).toMatchObject({ reviewId: ID, authorId: null, cid: CID });
});

test('a verdict needs no page where the HTTP fast path sees the review; its details do, for the name of the place', async () => {
  const { ask, order } = setUp({ loads: [], isFetched: true });
  expect([await ask(), order]).toEqual(['visible', []]);
  const whole = setUp({ loads: ['visible'], isFetched: true });
  await whole.inspector.details(LINK, whole.scopeOf());
  expect(whole.order).toEqual(['load']);
});

test('a name that a card showed stays the name of its place while the data of other pages holds it', async () => {
  const loads = [
    { heading: 'Żurkownia', answer: [['Żurkownia']] },
    { heading: null, answer: [1, ['Żurkownia']] },
    { heading: null, answer: [['Restauracja']] },
    { heading: 'Inna', answer: [['Restauracja']] },
  ];
  const { inspector, scopeOf } = setUp({ loads });
  const names: (string | null)[] = [];
  for (const _ of loads) names.push((await inspector.details(LINK, scopeOf())).placeName);
  expect(names).toEqual(['Żurkownia', 'Żurkownia', null, null]);
});

test("the provider's own words in both loads leave out the control between", async () => {
  const { ask, order } = setUp({ loads: [SAID, SAID] });
  expect(await ask()).toBe('no_rating_section');
  expect(order).toEqual(['load', 'load', 'control']);
});

test('one sighting decides; after an absence it is reported to the controls', async () => {
  const once = setUp({ loads: ['visible'] });
  expect(await once.ask()).toBe('visible');
  expect(once.counted.contradicted).toBe(0);
  const late = setUp({ loads: [ABSENT, 'visible'] });
  expect(await late.ask()).toBe('visible');
  expect(late.counted.contradicted).toBe(1);
  expect(late.remembered).toEqual([
    { link: expect.stringContaining(ID), reviewId: ID, authorId: null, cid: CID },
  ]);
});

test('a review that was seen is a control, with the ids that its record has and its link lacks', async () => {
  const author = [null, null, null, null, null, ['Ktoś', null, null, AUTHOR_ID]];
  const record = [ID, ['0x0:0x3f5c81d2ab904e16', null, 1, 1, author], [[5]]];
  for (const link of [LINK, BY_AUTHOR]) {
    const { ask, remembered } = setUp({ loads: ['visible'], record });
    expect(await ask(link)).toBe('visible');
    expect(remembered, link).toMatchObject([{ reviewId: ID, authorId: AUTHOR_ID, cid: CID }]);
  }
});

test('the record of the review in another load of its proof is a sighting, a sign of it gives no verdict', async () => {
  const author = [null, null, null, null, null, ['Ktoś', null, null, '1']];
  const record = [ID, ['0x0:0x3f5c81d2ab904e16', null, 1, 1, author], [[5]]];
  const shown = setUp({ loads: [ABSENT], beside: [record] });
  expect(await shown.ask()).toBe('visible');
  expect(shown.counted.contradicted).toBe(1);
  // A sign decides before the fault of a control that also held it.
  for (const controlFault of [undefined, new AppError(PROVIDER_BLOCKED, madeUp('blocked'))]) {
    const failing = controlFault === undefined ? {} : { controlFault };
    const named = setUp({ loads: [ABSENT], beside: ['x', ID], ...failing });
    await expect(named.ask()).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect([named.order, named.counted.contradicted]).toEqual([['load', 'control'], 1]);
  }
});

test("a record in another load and the provider's words contradict each other", async () => {
  const record = [
    ID,
    ['0x0:0x3f5c81d2ab904e16', null, 1, 1, [null, null, null, null, null, ['Ktoś']]],
    [[5]],
  ];
  const { ask, noted, counted } = setUp({ loads: [SAID, SAID], beside: [record] });
  await expect(ask()).rejects.toMatchObject({ code: 'provider_unavailable' });
  // The record is a sighting all the same.
  expect([noted, counted.contradicted]).toEqual([[ID], 1]);
});

const PROOF = ['load', 'control', 'load', 'control'];
const SEEN_LATELY = new AppError(PROVIDER_UNAVAILABLE, madeUp('seen lately'));

test('a sighting of the last hour forbids a negative answer without words, until the list rules it out', async () => {
  const forbidden = setUp({ loads: [ABSENT, ABSENT], seenOn: 1_700_000_000 });
  await expect(forbidden.ask()).rejects.toBe(SEEN_LATELY);
  expect(forbidden.order).toEqual([...PROOF, `list of ${CID} since 1700000000`]);
  const passed = setUp({ loads: [ABSENT, ABSENT], seenOn: 1_700_000_000, isPassed: true });
  expect(await passed.ask()).toBe('no_rating_section');
  // The words in every absence decide; but then the page of the place is one of the loads, too.
  const said = setUp({ loads: [SAID, SAID], seenOn: 1_700_000_000 });
  expect(await said.ask()).toBe('no_rating_section');
  expect(said.about[0]?.needsPlacePage()).toBe(true);
  const unseen = setUp({ loads: [SAID, SAID] });
  await unseen.ask();
  expect(unseen.about[0]?.needsPlacePage()).toBe(false);
});

test('returns 503 for absences that contradict each other', async () => {
  const { ask, drifts } = setUp({ loads: [ABSENT, { ...ABSENT, reason: 'no_business_card' }] });
  await expect(ask()).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(drifts).toEqual(['review_answer']);
});

test('reads the review at the place into which the place of the link was merged', async () => {
  const { ask, order, targets } = setUp({ loads: [{ elsewhere: '9' }, ABSENT, ABSENT], shownCid: '9' });
  expect(await ask()).toBe('no_rating_section');
  expect(order).toEqual(['load', 'place', 'load', 'control', 'load', 'control']);
  expect(targets.map(({ cid }) => cid)).toEqual([CID, '9', '9']);
  const seen = setUp({ loads: [{ elsewhere: '9' }, 'visible'], shownCid: '9' });
  expect(await seen.ask()).toBe('visible');
});

test('returns 503 for a page about another place that the CID of the link does not lead to', async () => {
  for (const shownCid of [CID, '7', null]) {
    const { ask, drifts } = setUp({ loads: [{ elsewhere: '9' }], shownCid });
    await expect(ask(), `${shownCid}`).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(drifts, `${shownCid}`).toEqual(['review_page']);
  }
});

test('a verdict has the known notices of the place, and keeps its reason', async () => {
  for (const loads of [[ABSENT, ABSENT], ['visible']] as const) {
    const { inspector, scopeOf, notices } = setUp({ loads });
    const figures = { min: null, max: null, seenAt: Date.now() };
    const seen = [{ kind: 'reviews_withheld', text: 'Ukryte.', ...figures }] as const;
    notices.note(CID, seen);
    notices.note('9', [{ kind: 'reviews_paused', text: 'Inne miejsce.', ...figures }]);
    const reason = loads[0] === 'visible' ? 'visible' : 'no_rating_section';
    expect(await inspector.visibility(LINK, scopeOf())).toMatchObject({ reason, notices: seen });
  }
});

test('asks for the control of an author link by author and place', async () => {
  const { ask, about } = setUp({ loads: [ABSENT, ABSENT] });
  await ask(BY_AUTHOR);
  expect(about[0]).toMatchObject({ reviewId: null, authorId: '112233445566778899001', cid: CID });
});

const AUTHOR = '112233445566778899001';
const KNOWN_ID = { ownIds: { [`${AUTHOR} ${CID}`]: ID } };

test('a link by author whose review id is known is not visible only if the link with the id is absent, too', async () => {
  const both = setUp({ loads: [ABSENT, ABSENT, ABSENT, ABSENT], ...KNOWN_ID });
  expect(await both.ask(BY_AUTHOR)).toBe('no_rating_section');
  expect(both.targets.map(({ reviewId: id }) => id)).toEqual([null, null, ID, ID]);
  // Each form has controls of its own.
  expect(both.about.map(({ reviewId: id }) => id)).toEqual([null, null, ID, ID]);
  const shown = setUp({ loads: [ABSENT, ABSENT, 'visible'], ...KNOWN_ID });
  expect(await shown.ask(BY_AUTHOR)).toBe('visible');
  const failure = new AppError(PROVIDER_UNAVAILABLE, madeUp('made up'));
  const troubled = setUp({ loads: [ABSENT, ABSENT, ABSENT, failure], ...KNOWN_ID });
  await expect(troubled.ask(BY_AUTHOR)).rejects.toBe(failure);
});

test('the id of a review may come with the request; one of another place is no such id', async () => {
  const { inspector, scopeOf, targets } = setUp({ loads: [ABSENT, ABSENT, 'visible'] });
  expect(await inspector.details(BY_AUTHOR, scopeOf(), ID)).toMatchObject({ reason: 'visible' });
  expect(targets.at(-1)?.reviewId).toBe(ID);
  const elsewhere = setUp({ loads: [ABSENT, ABSENT], ownIds: { [`${AUTHOR} 9`]: ID } });
  expect(await elsewhere.ask(BY_AUTHOR)).toBe('no_rating_section');
  expect(elsewhere.order.filter((step) => step === 'load')).toHaveLength(2);
});

test('registers a bulk link with the controls until its answer or failure', async () => {
  const failure = new AppError(PROVIDER_UNAVAILABLE, madeUp('made up'));
  const { inspector, scopeOf, counted } = setUp({ loads: [ABSENT, ABSENT, failure] });
  await inspector.visibility(LINK, scopeOf('bulk'));
  await expect(inspector.visibility(LINK, scopeOf('bulk'))).rejects.toBe(failure);
  expect(counted).toMatchObject({ most: 1, underWay: 0 });
});

test('a link is idle while it waits for a control, and only then', async () => {
  const { inspector, scopeOf, order } = setUp({ loads: [ABSENT, ABSENT] });
  await inspector.visibility(LINK, scopeOf('bulk'), stagesInto(order));
  const wait = ['load', 'control', 'leaves', 'returns'];
  expect(order).toEqual(['undecided', `pages for ${CID}`, ...wait, ...wait, 'ends']);
});

test('a single request does not join the proof of a list, which may wait', async () => {
  const { inspector, scopeOf, ask, order } = setUp({ loads: [ABSENT, ABSENT] });
  const waits = deferred<void>();
  const listed = inspector.visibility(LINK, scopeOf('bulk'), {
    undecided: () => undefined,
    slot: async () => {
      await waits.promise;
      return { without: (work) => work, [Symbol.dispose]: () => undefined };
    },
  });
  expect(await ask()).toBe('no_rating_section');
  expect(order).toEqual(['load', 'control', 'load', 'control']);
  waits.resolve();
  await expect(listed).rejects.toThrow('more loads than told');
});
