import { expect } from '@playwright/test';
import { loadPlaceCase, readExpected } from '../../fixtures/provider/cases.js';
import { placePayload } from '../../fixtures/provider/place-payload.js';
import type { StandIn } from '../../fixtures/provider/server.js';
import { expectGolden } from '../support/golden.js';
import { test } from '../support/service.js';

// A payload belongs to a place by its feature id (verdicts.md, rule 7).

type Fault = Parameters<StandIn['fault']>[0];

const asked = loadPlaceCase('place--full-polish');
const other = loadPlaceCase('place--hotel');
const DETAILS = asked.request.replace('GET ', '');
const BY_NAME = `/api/all?url=${encodeURIComponent(asked.place.name)}`;
const BY_LIST = '/api/all?url=pierogarnia%20krak%C3%B3w';

const isData = (_host: string, path: string) => path.startsWith('/maps/preview/place');
const isPlace = (_host: string, path: string) => path.startsWith('/maps/place');
const foreign: Fault = {
  kind: 'body',
  contentType: 'application/json; charset=UTF-8',
  body: placePayload(other),
  match: isData,
};

test("returns 503 when only another place's payload comes, by plain requests and on rendered pages", async ({
  start,
  standIn,
}) => {
  const service = await start({}, undefined, { usesFastPath: true });
  const ask = () => Promise.all([DETAILS, BY_NAME, BY_LIST].map((path) => service.get(path)));
  const repair = standIn.fault(foreign);
  expect(await ask()).toMatchObject([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE]);
  expect(await service.metric('foreign_records_total{what="payload"}')).toBeGreaterThanOrEqual(3);
  repair();
  expect(await ask()).toMatchObject([{ status: 200 }, { status: 200 }, { status: 200 }]);
});

/** A page that fetches another place's data before its own, as neighbours are. */
test('waits for the payload of its place when another payload came first', async ({ service, standIn }) => {
  standIn.fault({ ...foreign, match: (_host, path) => path.includes('neighbour') });
  standIn.fault({
    ...documentNaming(
      asked.place.featureId,
      `fetch('/maps/preview/place?neighbour').then((answer)=>answer.text()).then(()=>setTimeout(()=>fetch('/maps/preview/place?pb=${encodeURIComponent(`!1m17!1s${asked.place.featureId}!3m8`)}').then((answer)=>answer.text()),50))`,
    ),
    match: isPlace,
  });
  expectGolden(await service.get(DETAILS), readExpected(asked.id));
});

function documentNaming(featureId: string, script: string) {
  const reference = [featureId, 'x'];
  const state = JSON.stringify([null, null, null, null, null, [null, null, null, [null, null, reference]]]);
  return {
    kind: 'body',
    contentType: 'text/html; charset=UTF-8',
    body: `<!DOCTYPE html><body><script>window.APP_INITIALIZATION_STATE=${state};window.APP_FLAGS=1;${script}</script></body>`,
  } as const;
}

const UNAVAILABLE = { status: 503, body: { status: 'error', error: { code: 'provider_unavailable' } } };
