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

const isData = (_host: string, path: string) => path.startsWith('/maps/preview/place');
const isPlace = (_host: string, path: string) => path.startsWith('/maps/place');
const foreign: Fault = {
  kind: 'body',
  contentType: 'application/json; charset=UTF-8',
  body: placePayload(other),
  match: isData,
};

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
