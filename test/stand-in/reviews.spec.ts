import { askStandIn } from '../../fixtures/provider/ask.js';
import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { readBatch } from '../../fixtures/provider/client/reviews.js';
import { placePayload } from '../../fixtures/provider/place-payload.js';
import { frames } from '../../fixtures/provider/reviews/batch.js';
import { type StandIn, startStandIn } from '../../fixtures/provider/server.js';
import { expect, test } from '../support/test.js';

let standIn: StandIn;
test.beforeAll(async () => {
  standIn = await startStandIn();
});
test.afterAll(() => standIn.close());
test.beforeEach(() => standIn.reset());

const at = (value: unknown, ...path: number[]): unknown =>
  path.reduce<unknown>((inner, index) => (Array.isArray(inner) ? inner[index] : undefined), value);

async function batch(id: string, sort: number, token: string | null, abuse = '!token') {
  const { featureId } = loadReviewsCase(id).place;
  const call = JSON.stringify([[featureId], [10, token], [sort], abuse]);
  return askStandIn(
    standIn,
    'https://www.google.com/maps/_/MapsWizUi/data/batchexecute?rpcids=qv9Egd&source-path=%2Fmaps%2Fplace%2F&hl=pl&rt=c',
    {
      method: 'POST',
      body: `f.req=${encodeURIComponent(JSON.stringify([[['qv9Egd', call, null, 'generic']]]))}`,
    },
  );
}

/** The payload of the wrb.fr frame, found without the length numbers. */
function payloadOf(text: string): unknown {
  const line = text.split('\n').find((one) => one.startsWith('[["wrb.fr"')) ?? '[]';
  const inner = at(JSON.parse(line), 0, 2);
  return typeof inner === 'string' ? JSON.parse(inner) : null;
}

/** The bodies of a list, newest first. */
async function everyBody(id: string) {
  const bodies: string[] = [];
  for (let token: string | null | undefined = null; token !== undefined; ) {
    const { body } = await batch(id, 2, token);
    bodies.push(body);
    token = readBatch(body).token ?? undefined;
  }
  return bodies;
}

test('the inlined head is the first ten by relevance; its token gives the next ten', async () => {
  const P = at(JSON.parse(placePayload(loadReviewsCase('reviews--two-hundred')).slice(5)), 6);
  const inlined = at(P, 175, 9, 0, 0);
  const first = readBatch((await batch('reviews--two-hundred', 1, null)).body);
  expect(inlined).toEqual(first.records.map((record) => [record, null, expect.any(String)]));
  expect(at(P, 175, 9, 0, 6)).toBe(first.token);
  const next = readBatch((await batch('reviews--two-hundred', 1, first.token)).body);
  expect(next.records).toHaveLength(10);
  expect(next.records[0]).not.toEqual(first.records[0]);
  expect(at(JSON.parse(placePayload(loadReviewsCase('reviews--ten')).slice(5)), 6, 175, 9, 0, 6)).toBeNull();
});

test('frames: both ids, length numbers that are not to be believed, the trailing frames', async () => {
  const bodies = await everyBody('reviews--two-hundred');
  const ids = new Set(bodies.map((body) => /\[\["wrb\.fr","([^"]+)"/.exec(body)?.[1]));
  expect(ids).toEqual(new Set(['qv9Egd', '/MapsUgcPostService.ListUgcPosts']));
  const off = bodies.map((body) => {
    const [, size, json] = /^\)\]\}'\n\n(\d+)\n(.*)\n/.exec(body) ?? [];
    return Number(size) - (json ?? '').length;
  });
  expect(new Set(off).size).toBeGreaterThan(2);
  for (const body of bodies) {
    expect(body).toMatch(/\n\d+\n\[\["di",\d+\],\["af\.httprm",[^\n]+\]\]\n\d+\n\[\["e",[^\n]+\]\]\n$/);
  }
  const blocked = frames(null, 'x');
  expect(payloadOf(blocked)).toBeNull();
});

test('a forged or foreign token, or no abuse token, gives the blocked answer', async () => {
  const blocked = [null, null, null, null, null, true];
  const { token } = readBatch((await batch('reviews--two-hundred', 2, null)).body);
  for (const [sort, text, abuse] of [
    [2, 'CAESRforged:10', '!a'],
    [3, token, '!a'],
    [2, token, ''],
  ] as const) {
    const { status, body } = await batch('reviews--two-hundred', sort, text, abuse);
    expect([status, payloadOf(body)], `${sort} ${text}`).toEqual([200, blocked]);
  }
});
