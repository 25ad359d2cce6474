import { AppError, PROVIDER_UNAVAILABLE } from '../../../src/core/errors.js';
import { NO_MARKS } from '../../../src/core/identifiers/place-marks.js';
import type { NothingFound } from '../../../src/core/places/nothing-found.js';
import type { PlaceReading } from '../../../src/core/places/place.js';
import { createRenderedPlaces } from '../../../src/core/places/rendered-places.js';
import type { LookupPage } from '../../../src/core/places/resolve-query.js';
import { createProviderUrls } from '../../../src/core/provider/urls.js';
import type { PlaceSubject } from '../../../src/core/reviews/proof/controls.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import type { PageLoads, Tab } from '../../../src/core/traffic/page-loads.js';
import { madeUp } from '../../support/made-up.js';
import { readingOf } from '../../support/place-reading.js';
import { soundControls } from '../../support/sound-controls.js';
import { expect, test } from '../../support/test.js';

// "No such place" needs absences and controls in turn (verdicts.md, rule 6).

const urls = createProviderUrls();
const CID = '4565666864068316694';
const FEATURE_ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const OTHER = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e17';
const BY_CID: LookupPage = { kind: 'cid', url: urls.cid(CID), cid: CID };
const BY_PLACE: LookupPage = { kind: 'place', url: urls.place('ChIJJz6dChxbFkcRFk6Qq9KBXD8'), cid: CID };
const BY_NAME: LookupPage = { kind: 'search', url: urls.search('bar', null), cid: null, wanted: null };
const NOTHING: NothingFound = { kind: 'nothing', saysSo: false };
const SAID: NothingFound = { kind: 'nothing', saysSo: true };

/** `loads`: the results of the loads, one after the other; a text is the feature id of a place. */
function setUp(
  loads: readonly (string | NothingFound | PlaceReading)[],
  { control }: { control?: AppError } = {},
) {
  const left = [...loads];
  const order: string[] = [];
  const about: PlaceSubject[] = [];
  const counted = { retired: 0, contradicted: 0 };
  const pageLoads: PageLoads = {
    take: async () =>
      ({
        load: async () => {
          const shown = left.shift();
          if (shown === undefined) throw new Error('more loads than told');
          order.push('load');
          return typeof shown === 'string' ? { featureId: shown, name: null, marks: NO_MARKS } : shown;
        },
        retire: () => {
          counted.retired += 1;
        },
        [Symbol.dispose]: () => undefined,
      }) as unknown as Tab,
  };
  const controlsOf = (kind: string) => ({
    ...soundControls(
      async (subject: PlaceSubject) => {
        order.push(kind);
        about.push(subject);
        if (control !== undefined) throw control;
        return 'Miejsce znane';
      },
      () => {
        counted.contradicted += 1;
      },
    ),
  });
  const places = createRenderedPlaces({
    loads: pageLoads,
    controls: { place: controlsOf('place control'), search: controlsOf('search control') },
    metrics: { foreign: () => undefined },
    log: createLogger('silent'),
  });
  const scope = startScope('test', createLogger('silent'), 600_000);
  return {
    identify: (page: LookupPage) => places.identify(page, scope),
    read: () => places.read(BY_PLACE, scope),
    ...{ order, about, counted, left },
  };
}

const PATHS: readonly [LookupPage, kind: string, PlaceSubject][] = [
  [BY_CID, 'place control', { path: 'cid', cid: CID }],
  [BY_PLACE, 'place control', { path: 'place', cid: CID }],
  [BY_NAME, 'search control', { path: 'search', cid: null }],
];

test('returns null after absences in two contexts, each followed by a control of the same path', async () => {
  for (const [page, kind, subject] of PATHS) {
    const { identify, order, about, counted } = setUp([NOTHING, NOTHING]);
    expect(await identify(page), page.kind).toBeNull();
    expect(order, page.kind).toEqual(['load', kind, 'load', kind]);
    expect(about, page.kind).toEqual([subject, subject]);
    expect(counted.retired, page.kind).toBe(2);
  }
});

test('returns null without a control when two pages state the absence in their own words', async () => {
  const { identify, order } = setUp([SAID, SAID]);
  expect(await identify(BY_CID)).toBeNull();
  expect(order).toEqual(['load', 'load']);
});

test('returns the error of a control', async () => {
  const failure = new AppError(PROVIDER_UNAVAILABLE, madeUp('not shown'));
  await expect(setUp([NOTHING], { control: failure }).identify(BY_CID)).rejects.toBe(failure);
});

test('returns the place that a later load shows, which contradicts the absence', async () => {
  const { identify, order, counted } = setUp([NOTHING, FEATURE_ID]);
  expect(await identify(BY_CID)).toMatchObject({ featureId: FEATURE_ID });
  expect(order).toEqual(['load', 'place control', 'load']);
  expect(counted).toEqual({ retired: 1, contradicted: 1 });
});

test('another place in answer to a CID counts as an absence', async () => {
  const { identify, order } = setUp([OTHER, OTHER]);
  expect(await identify(BY_CID)).toMatchObject({ featureId: OTHER });
  expect(order).toEqual(['load', 'place control', 'load', 'place control']);
  const near = setUp([OTHER, FEATURE_ID]);
  expect(await near.identify(BY_CID)).toMatchObject({ featureId: FEATURE_ID });
  expect(near.counted.contradicted).toBe(1);
});

test('after a persistent limited view, a lookup makes one load for a minute, or until a page is shown in full', async () => {
  const full = readingOf({ featureId: FEATURE_ID });
  const limited = { ...full, degraded: true, limitedView: true };
  const loads = [limited, limited, limited, limited, limited, limited, limited, full, limited, full];
  const { read, order } = setUp(loads);
  const loadsOf = async () => {
    const before = order.length;
    await read();
    return order.length - before;
  };
  const { now } = performance;
  try {
    expect(await loadsOf(), 'a reload and another context').toBe(3);
    expect(await loadsOf()).toBe(1);
    performance.now = () => now.call(performance) + 60_000;
    expect(await loadsOf()).toBe(3);
    expect(await loadsOf(), 'the view in full').toBe(1);
    expect(await loadsOf()).toBe(2);
  } finally {
    performance.now = now;
  }
});
