import { EventEmitter } from 'node:events';
import type { Page, Request, Response } from 'playwright';
import { listenToReviews } from '../../../src/core/reviews/reviews-feed.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { expect, test } from '../../support/test.js';

const BATCH = 'https://www.google.com/maps/_/MapsWizUi/data/batchexecute?rpcids=';
const CAUSE = 'net::ERR_NETWORK_CHANGED';
const NO_REVIEWS = `)]}'\n\n${JSON.stringify([['wrb.fr', 'qv9Egd', '[null,null,null,null,null,true]']])}`;

test.describe('the reviews requests of a page', () => {
  test('reports a refusal after the batch before it', async () => {
    const { feed, ask } = fakePage();
    const body = deferred<string>();
    ask().answer(200, body.promise);
    ask().answer(403, Promise.resolve(''));

    expect(await feed.next(5)).toBeNull();
    body.resolve(NO_REVIEWS);
    expect(await feed.next(1000)).toMatchObject({ kind: 'empty' });
    expect(await feed.next(1000)).toEqual({ kind: 'failed', status: 403 });
    expect(feed.isBusy()).toBe(false);
  });

  test('reports a request without an answer after the batch before it', async () => {
    const { feed, ask } = fakePage();
    const body = deferred<string>();
    ask().answer(200, body.promise);
    ask().fail();

    expect(await feed.next(5)).toBeNull();
    expect(feed.isBusy()).toBe(true);
    body.resolve(NO_REVIEWS);
    expect(await feed.next(1000)).toMatchObject({ kind: 'empty' });
    expect(await feed.next(1000)).toEqual({ kind: 'failed', status: 0, cause: CAUSE });
  });

  test('reports reviews in the answer of a call of another name as drift, and no other such answer', async () => {
    const { feed, ask } = fakePage();
    const record = ['id', ['0x0:0x3f5c81d2ab904e16', null, 1, 1, []], [[5]]];
    for (const rows of [[], [[record]]]) {
      const body = JSON.stringify([['wrb.fr', 'Other', JSON.stringify([null, null, rows])]]);
      ask('Other').answer(200, Promise.resolve(`)]}'\n\n${body}`));
    }
    expect(await feed.next(1000)).toMatchObject({
      kind: 'drift',
      what: expect.stringMatching(/^reviews in a frame/),
    });
    expect(await feed.next(5)).toBeNull();
  });

  test('reports an answer whose body breaks off once', async () => {
    const { feed, ask } = fakePage();
    const request = ask();
    const body = deferred<string>();
    request.answer(200, body.promise);
    request.fail();
    body.reject(new Error('net::ERR_CONTENT_LENGTH_MISMATCH'));

    expect(await feed.next(1000)).toEqual({ kind: 'failed', status: 0, cause: CAUSE });
    expect(await feed.next(5)).toBeNull();
  });
});

/** A page whose requests the test makes and answers. */
function fakePage() {
  const events = new EventEmitter();
  const feed = listenToReviews(events as unknown as Pick<Page, 'on' | 'off'>);
  const ask = (call = 'qv9Egd') => {
    const failure = () => ({ errorText: CAUSE });
    const url = () => `${BATCH}${call}`;
    const request = { url, failure, redirectedFrom: () => null } as unknown as Request;
    events.emit('request', request);
    return {
      answer: (status: number, body: Promise<string>) =>
        events.emit('response', {
          request: () => request,
          url,
          status: () => status,
          ok: () => status === 200,
          text: () => body,
        } as unknown as Response),
      fail: () => events.emit('requestfailed', request),
    };
  };
  return { feed, ask };
}
