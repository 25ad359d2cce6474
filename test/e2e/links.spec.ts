import { expect } from '@playwright/test';
import { loadPlaceCase } from '../../fixtures/provider/cases.js';
import { placeIdOf } from '../../fixtures/provider/ids.js';
import { type Service, test } from '../support/service.js';

// Links that name a place by more than its name: what was found must be that place (places.md §2).

const FIRST = loadPlaceCase('place--chain-first').place;
const SECOND = loadPlaceCase('place--chain-second').place;
const NAME = encodeURIComponent(FIRST.name);
const NOWHERE = '/g/11zmys99zz';

interface Found {
  readonly place: typeof FIRST;
  readonly type: 'map_url' | 'search_result';
}
const SECOND_BRANCH: Found = { place: SECOND, type: 'map_url' };
const FIRST_RESULT: Found = { place: FIRST, type: 'search_result' };

/** One of each kind. Every mark and distance: test/core/identifiers/place-marks.spec.ts. */
const BRANCHES: readonly [string, Found][] = [
  [`https://www.google.com/search?q=${NAME}&kgmid=${SECOND.mid}`, SECOND_BRANCH],
  [`https://www.google.com/search?q=${NAME}&kgmid=${NOWHERE}`, FIRST_RESULT],
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
  for (const [link, found] of BRANCHES) await expectFound(service, link, found);
});

test('opens the page of a branch that its list does not show', async ({ service, standIn }) => {
  const name = encodeURIComponent('Piekarnia Łańcuchowa Krótka Lista');
  const link = `https://www.google.com/search?q=${name}&kgmid=${SECOND.mid}`;
  await expectFound(service, link, SECOND_BRANCH);
  // It has no card to choose, so its own page is opened.
  expect(standIn.requests.map(({ path }) => path)).toContainEqual(
    expect.stringContaining(`/maps/place/?q=place_id:${placeIdOf(SECOND.featureId)}`),
  );
});

test('search and all name the same place, also if the list lacks it', async ({ service }) => {
  const name = encodeURIComponent('Piekarnia Łańcuchowa Późna Lista');
  await expectFound(service, `https://www.google.com/maps/search/${name}`, FIRST_RESULT);
});
