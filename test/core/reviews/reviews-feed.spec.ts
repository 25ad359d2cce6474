import { EventEmitter } from 'node:events';
import type { Page, Request, Response } from 'playwright';
import { listenToReviews } from '../../../src/core/reviews/reviews-feed.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { expect, test } from '../../support/test.js';

const URL_OF_BATCH = 'https://www.google.com/maps/_/MapsWizUi/data/batchexecute?rpcids=qv9Egd';
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
    expect(await feed.next(1000)).toEqual({ kind: 'failed', status: 0 });
  });

  test('reports an answer whose body breaks off once', async () => {
    const { feed, ask } = fakePage();
    const request = ask();
    const body = deferred<string>();
    request.answer(200, body.promise);
    request.fail();
    body.reject(new Error('net::ERR_CONTENT_LENGTH_MISMATCH'));

    expect(await feed.next(1000)).toEqual({ kind: 'failed', status: 0 });
    expect(await feed.next(5)).toBeNull();
  });
});

/** A page whose requests the test makes and answers. */
function fakePage() {
  const events = new EventEmitter();
  const feed = listenToReviews(events as unknown as Pick<Page, 'on' | 'off'>);
  const ask = () => {
    const request = { url: () => URL_OF_BATCH, redirectedFrom: () => null } as unknown as Request;
    events.emit('request', request);
    return {
      answer: (status: number, body: Promise<string>) =>
        events.emit('response', {
          request: () => request,
          url: () => URL_OF_BATCH,
          status: () => status,
          ok: () => status === 200,
          text: () => body,
        } as unknown as Response),
      fail: () => events.emit('requestfailed', request),
    };
  };
  return { feed, ask };
}
