import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { EvidencePack } from '../../../src/capabilities/evidence/make/make-pack.js';
import { LoadsUsedUp } from '../../../src/capabilities/evidence/make/record-loads.js';
import { createEvidence } from '../../../src/capabilities/evidence/packs.js';
import { AppError, CLIENT_GONE, PROVIDER_UNAVAILABLE } from '../../../src/core/errors.js';
import { createProviderUrls } from '../../../src/core/provider/urls.js';
import type { Inspection } from '../../../src/core/reviews/inspect-review.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { startScope } from '../../../src/core/runtime/scope.js';
import { message } from '../../support/messages.js';
import { expect, test } from '../../support/test.js';

// Turns of packs: two at a time, in order, and none while abandoned work still holds its pictures.

const LINK = 'https://maps.app.goo.gl/Wymyslony';
const OPTIONS = { lang: 'pl', blur: 'others', seen: null } as const;
const LEFT = new AppError(CLIENT_GONE, message('clientGone'));

const log = createLogger('silent');

type Parts = Parameters<typeof createEvidence>[0];

/** Parts of packs whose verdicts and browser are those of a test. */
function partsOf(
  details: (link: string) => Promise<Inspection>,
  acquire: Parts['browser']['acquire'] = () => Promise.reject(new Error('no browser')),
) {
  return {
    provider: {
      urls: createProviderUrls(),
      openPlace: () => Promise.reject(new Error('no place is read')),
      open: () => ({ visibility: () => Promise.reject(new Error('a pack needs details')), details }),
    },
    browser: { acquire, info: () => ({ version: null, ageDays: null }) },
    config: { TIME_ZONE: 'UTC' },
    keyFile: join(test.info().outputPath(), 'key.pem'),
    version: '1.0.0',
    log,
  };
}
const evidenceOf = (...given: Parameters<typeof partsOf>) => createEvidence(partsOf(...given));

/** Packs whose verdict fails when `end` is called, however soon their client leaves. */
function setUp() {
  const running: { readonly number: number; readonly end: () => void }[] = [];
  const begun: number[] = [];
  const details = async (link: string): Promise<Inspection> => {
    const number = Number(link.slice(LINK.length));
    const ended = deferred<void>();
    begun.push(number);
    running.push({ number, end: ended.resolve });
    await ended.promise;
    throw new AppError(PROVIDER_UNAVAILABLE, message('noControl'));
  };
  const evidence = createEvidence(partsOf(details));
  const ask = (number: number) => {
    const scope = startScope(`${number}`, log, null);
    const answer = evidence.make(`${LINK}${number}`, OPTIONS, scope).then(
      () => 'made',
      (error: AppError) => error.code,
    );
    return { answer, leave: () => scope.abort(LEFT) };
  };
  return { ask, begun, end: () => running.shift()?.end() };
}

/** Lets everything go on that waits for nothing but its turn: a pack imports its module when it begins. */
async function settled() {
  for (let turn = 0; turn < 5; turn += 1) {
    await import('../../../src/capabilities/evidence/make/make-pack.js');
    await setImmediate();
  }
}

test('two packs at once, the others in order; a waiting client that leaves is passed over', async () => {
  const { ask, begun, end } = setUp();
  const packs = [];
  for (const number of [1, 2, 3, 4, 5]) {
    packs.push(ask(number));
    if (number <= 2) await expect.poll(() => begun.length).toBe(number);
  }
  await settled();
  packs[2]?.leave();
  expect(await packs[2]?.answer).toBe('client_gone');
  expect(begun).toEqual([1, 2]);
  end();
  await expect.poll(() => begun).toEqual([1, 2, 4]);
  end();
  await expect.poll(() => begun).toEqual([1, 2, 4, 5]);
  end();
  end();
  expect(await Promise.all(packs.map(({ answer }) => answer))).toEqual([
    ...['provider_unavailable', 'provider_unavailable', 'client_gone'],
    ...['provider_unavailable', 'provider_unavailable'],
  ]);
});

test('the turn of a client that has left is free when the work for it has ended, and not before', async () => {
  const { ask, begun, end } = setUp();
  const first = ask(1);
  await expect.poll(() => begun).toEqual([1]);
  const second = ask(2);
  await expect.poll(() => begun).toEqual([1, 2]);
  const third = ask(3);
  first.leave();
  second.leave();
  await settled();
  expect(begun).toEqual([1, 2]);
  end();
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  end();
  end();
  await Promise.all([first, second, third].map(({ answer }) => answer));
});

/** A browser that draws nothing and prints one line. */
function printingBrowser(): Browser {
  const crashed = () => Promise.reject(new Error('Target crashed'));
  const newPage = async () => ({
    ...{ setViewportSize: crashed, screenshot: crashed },
    ...{ setContent: async () => undefined, evaluate: async () => [] },
    pdf: async () => Buffer.from('%PDF-1.7'),
  });
  const newContext = async () => ({ newPage, close: async () => undefined });
  return { newContext } as unknown as Browser;
}
test('packs that nobody has read yet hold up no other pack', async () => {
  const verdict = { is_visible: true, reason: 'visible' } as EvidencePack['verdict'];
  const pack: EvidencePack = {
    ...{ verdict, place: 'Piekarnia', author: null, madeAt: 1, zip: [Buffer.from('PK')] },
  };
  const evidence = createEvidence({
    ...partsOf(() => Promise.reject(new Error('asked'))),
    maker: async () => pack,
  });
  for (let made = 0; made < 4; made += 1)
    expect(await evidence.make(LINK, OPTIONS, startScope('1', log, null))).toBe(pack);
});

test('packs of clients never take the turn of PDF exports and of the watch', async () => {
  let begun = 0;
  const ended = deferred<void>();
  const evidence = evidenceOf(
    async () => {
      begun += 1;
      await ended.promise;
      throw new AppError(PROVIDER_UNAVAILABLE, message('noControl'));
    },
    async () => printingBrowser(),
  );
  const packOf = (priority: 'single' | 'background', client: string | null) =>
    evidence.make(LINK, OPTIONS, startScope('1', log, null, priority, client)).catch(() => null);
  const packs = [1, 2, 3].map((number) => packOf('single', `key ${number}`));
  await expect.poll(() => begun).toBe(2);
  const page = await evidence.print('<p>', startScope('2', log, null, 'single', 'key 4'));
  expect(Buffer.from(page).toString()).toBe('%PDF-1.7');
  packs.push(packOf('background', null));
  await expect.poll(() => begun).toBe(3);
  ended.resolve();
  await Promise.all(packs);
});

test('a verdict that does not follow from its loads gives no pack', async () => {
  const crashed = () => Promise.reject(new Error('Target crashed'));
  const printing = { setContent: async () => undefined, pdf: async () => Buffer.from('%PDF-1.7') };
  const pages = [
    { setContent: crashed, setViewportSize: crashed, screenshot: crashed, pdf: crashed },
    printing,
  ] as unknown as Page[];
  const newContext = async () =>
    ({ newPage: async () => pages.shift(), close: async () => undefined }) as Partial<BrowserContext>;
  const unknown = { review: null, shown: null, placeName: null, featureId: null };
  const verdict: Inspection = { reason: 'visible', ...unknown, notices: [], controls: [] };
  const evidence = evidenceOf(
    async () => verdict,
    async () => ({ newContext }) as unknown as Browser,
  );
  const refused = { code: 'provider_unavailable', cause: expect.stringContaining('not_shown_in_full') };
  await expect(evidence.make(LINK, OPTIONS, startScope('1', log, null))).rejects.toMatchObject(refused);
});

// That the eleventh load is none: test/stand-in/evidence-pictures.spec.ts.
test('a proof that needs more than ten loads gives no pack, and says so', async () => {
  const evidence = evidenceOf(() => Promise.reject(new LoadsUsedUp('all 10 loads are used')));
  await expect(evidence.make(LINK, OPTIONS, startScope('1', log, null))).rejects.toMatchObject({
    ...{ code: 'provider_unavailable', retryAfterSeconds: 30 },
    message: expect.stringContaining('within 10 page loads'),
  });
});
