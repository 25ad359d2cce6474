import { askStandIn } from '../../fixtures/provider/ask.js';
import { loadReviewsCase } from '../../fixtures/provider/cases.js';
import { readBatch } from '../../fixtures/provider/client/reviews.js';
import { placePayload } from '../../fixtures/provider/place-payload.js';
import { frames } from '../../fixtures/provider/reviews/batch.js';
import { canonicalJson, reviewsDigest } from '../../fixtures/provider/reviews/canonical.js';
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
const starsOf = (records: readonly unknown[]) => records.map((record) => at(record, 2, 0, 0));

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

/** Everything the list gives in an order, batch by batch. */
async function everyBatch(id: string, sort = 2) {
  const batches: unknown[][] = [];
  const bodies: string[] = [];
  for (let token: string | null | undefined = null; token !== undefined; ) {
    const { status, body } = await batch(id, sort, token);
    bodies.push(body);
    if (status !== 200) break;
    batches.push([...readBatch(body).records]);
    token = readBatch(body).token ?? undefined;
  }
  return { batches, bodies, records: batches.flat() };
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
  const { bodies } = await everyBatch('reviews--two-hundred');
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

test('sorting: newest by the last edit, highest and lowest by stars', async () => {
  const newest = (await everyBatch('reviews--two-hundred', 2)).records.map((record) =>
    Number(at(record, 1, 3)),
  );
  expect(newest).toEqual([...newest].sort((one, other) => other - one));
  const highest = starsOf((await everyBatch('reviews--two-hundred', 3)).records).map(Number);
  expect(highest).toEqual([...highest].sort((one, other) => other - one));
  const lowest = starsOf((await everyBatch('reviews--two-hundred', 4)).records).map(Number);
  expect(lowest).toEqual([...lowest].sort((one, other) => one - other));
  const orders = [newest.length, highest.length, lowest.length];
  expect(orders).toEqual([200, 200, 200]);
});

test('the end mark stands beside the last records or in an empty batch of its own', async () => {
  const beside = await everyBatch('reviews--two-hundred');
  expect(beside.batches.map((one) => one.length)).toEqual(Array(20).fill(10));
  expect(at(payloadOf(beside.bodies.at(-1) ?? ''), 5)).toBe(true);
  const alone = await everyBatch('reviews--450');
  expect(alone.batches).toHaveLength(46);
  expect(payloadOf(alone.bodies.at(-1) ?? '')).toEqual([null, null, null, null, null, true]);
  expect((await everyBatch('reviews--eleven')).batches.map((one) => one.length)).toEqual([10, 1]);
  expect((await everyBatch('reviews--none')).records).toHaveLength(0);
});

test('a forged token and a missing abuse token get the blocked answer; a GET and a stranger nothing', async () => {
  const nothing = [null, null, null, null, null, true];
  const { token } = readBatch((await batch('reviews--two-hundred', 2, null)).body);
  for (const [sort, text, abuse] of [
    [2, 'CAESRforged:10', '!a'],
    [3, token, '!a'],
    [2, token, ''],
  ] as const) {
    const { status, body } = await batch('reviews--two-hundred', sort, text, abuse);
    expect([status, payloadOf(body)], `${sort} ${text}`).toEqual([200, nothing]);
  }
  const url = 'https://www.google.com/maps/_/MapsWizUi/data/batchexecute?rpcids=qv9Egd';
  expect((await askStandIn(standIn, url)).status).toBe(404);
  expect((await askStandIn(standIn, url, { method: 'POST', body: 'f.req=[]' })).status).toBe(404);
});

test('the digest of a list is that of its sorted JSON, as Python makes it', () => {
  const list = [{ b: 'ł', a: [{ d: null, c: 1 }] }];
  expect(canonicalJson(list)).toBe('[{"a":[{"c":1,"d":null}],"b":"ł"}]');
  expect(reviewsDigest(list)).toBe('b6d3a6c464e6bfb9850c7968fd8f279a61642410cbd50a594e89517aa24f67ec');
});
