import { expect } from '@playwright/test';
import { loadCases, loadPlaceCase } from '../../fixtures/provider/cases.js';
import { APP_SCRIPT } from '../../fixtures/provider/document.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { bareDocument } from '../../fixtures/provider/search-document.js';
import { answerOf, searchPayload } from '../../fixtures/provider/search-payload.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { type Service, test } from '../support/service.js';

// Links that name a place by more than its name: what was found must be that place (places.md §2).

const FIRST = loadPlaceCase('place--chain-first').place;
const SECOND = loadPlaceCase('place--chain-second').place;
const NAME = encodeURIComponent(FIRST.name);
const NOWHERE = '/g/11zmys99zz';
const METRE = 1 / 111_195;

/** A point that many metres north of a place. */
const northOf = ({ lat, lng }: typeof FIRST, metres: number) => ({
  lat: Number((lat + metres * METRE).toFixed(6)),
  lng,
});
const viewOf = (at: { lat: number; lng: number }) =>
  `https://www.google.com/maps/place/${NAME}/@${at.lat},${at.lng},17z`;
const pinOf = (at: { lat: number; lng: number }) => `!8m2!3d${at.lat}!4d${at.lng}`;
const FAR = { lat: 54.352, lng: 18.6466 };

interface Found {
  readonly place: typeof FIRST;
  readonly type: 'map_url' | 'search_result';
}
const SECOND_BRANCH: Found = { place: SECOND, type: 'map_url' };
const FIRST_BRANCH: Found = { place: FIRST, type: 'map_url' };
const FIRST_RESULT: Found = { place: FIRST, type: 'search_result' };

const IN_DATA = `https://www.google.com/maps/place/${NAME}/data=!4m3!3m2`;
/** One of each kind. Every mark and distance: test/core/identifiers. */
const BRANCHES: readonly [string, string, Found][] = [
  ['its MID', `https://www.google.com/search?q=${NAME}&kgmid=${SECOND.mid}`, SECOND_BRANCH],
  ['the MID of the first result', `https://www.google.com/search?q=${NAME}&kgmid=${FIRST.mid}`, FIRST_BRANCH],
  ['a MID nobody has', `https://www.google.com/search?q=${NAME}&kgmid=${NOWHERE}`, FIRST_RESULT],
  ['a MID in the data', `${IN_DATA}!16z${Buffer.from(SECOND.mid).toString('base64url')}`, SECOND_BRANCH],
  [
    'a MID nobody has beside the pin of a branch',
    `https://www.google.com/maps/place/${NAME}/data=!4m5!3m4${pinOf(SECOND)}!16s${encodeURIComponent(NOWHERE)}`,
    FIRST_RESULT,
  ],
  [
    'a pin, and a map that shows another branch',
    `${viewOf(FIRST)}/data=!4m4!3m3${pinOf(SECOND)}`,
    SECOND_BRANCH,
  ],
  ['a map around it', viewOf(northOf(SECOND, 100)), SECOND_BRANCH],
  ['a map of another town', viewOf(FAR), FIRST_RESULT],
  ['its name alone', `https://www.google.com/maps/place/${NAME}`, FIRST_RESULT],
  ['a search', `https://www.google.com/maps/search/${NAME}/@${SECOND.lat},${SECOND.lng},17z`, FIRST_RESULT],
];

async function expectFound(service: Service, link: string, { place, type }: Found): Promise<void> {
  const query = encodeURIComponent(link);
  const place_id = placeIdOf(place.featureId);
  expect(await service.get(`/api/search?query=${query}`), link).toMatchObject({
    status: 200,
    body: { data: { place_id, type } },
  });
  expect(await service.get(`/api/all?url=${query}`), link).toMatchObject({
    status: 200,
    body: { data: { place_id, source: type, details: { adres: place.address } } },
  });
}

test('a rendered list of a chain gives the branch that the link names', async ({ service }) => {
  const rendered = BRANCHES.filter(([what]) => ['its MID', 'a MID nobody has'].includes(what));
  for (const [, link, found] of rendered) await expectFound(service, link, found);
});

test('opens the page of a branch that the answer names and the list does not show', async ({
  service,
  standIn,
}) => {
  const name = encodeURIComponent('Piekarnia Łańcuchowa Krótka Lista');
  const link = `https://www.google.com/search?q=${name}&kgmid=${SECOND.mid}`;
  await expectFound(service, link, SECOND_BRANCH);
  // It has no card to choose, so its own page is opened.
  expect(standIn.requests.map(({ path }) => path)).toContainEqual(
    expect.stringContaining(`/maps/place/?q=place_id:${placeIdOf(SECOND.featureId)}`),
  );
});

test('search and all name the same place, also if the list lacks what the answer names first', async ({
  service,
}) => {
  const name = encodeURIComponent('Piekarnia Łańcuchowa Późna Lista');
  await expectFound(service, `https://www.google.com/maps/search/${name}`, FIRST_RESULT);
});

/** The chain's answer inside its document, as the HTTP fast path reads it. */
function answeredInline(standIn: StandIn): void {
  const chain = loadCases().find(({ id }) => id === 'search--chain');
  if (chain?.kind !== 'search') throw new Error('no such case');
  const inline = searchPayload(answerOf(chain));
  standIn.fault({
    kind: 'body',
    contentType: 'text/html; charset=UTF-8',
    body: bareDocument({ query: FIRST.name, inline }),
    match: (host, path) => host === 'www.google.com' && path.startsWith('/maps/search/'),
  });
}

test('without rendering, a chain gives the branch that the link names', async ({ start, standIn }) => {
  const service = await start({}, undefined, { usesFastPath: true });
  answeredInline(standIn);
  for (const [, link, found] of BRANCHES) await expectFound(service, link, found);
  // Nothing was rendered: the page's own script was never asked for.
  expect(standIn.requests.filter(({ path }) => path === APP_SCRIPT)).toEqual([]);
});
