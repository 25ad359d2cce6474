import { expect } from '@playwright/test';
import type { Page } from 'playwright';
import { loadCases, type ReviewCase } from '../../fixtures/provider/cases.js';
import { LoadRecorder, LoadsUsedUp, MAX_LOADS } from '../../src/capabilities/evidence/make/record-loads.js';
import { openSession, takeSnapshot, type Uncovered } from '../../src/capabilities/evidence/make/snapshot.js';
import { identityOf, parseReviewUrl } from '../../src/core/identifiers/review-url.js';
import { nextPageState } from '../../src/core/provider/navigation/page-state.js';
import { createProviderUrls, reviewAddress } from '../../src/core/provider/urls.js';
import { readReviewPage } from '../../src/core/reviews/review-page.js';
import { createLogger } from '../../src/core/runtime/logger.js';
import { startScope } from '../../src/core/runtime/scope.js';
import type { PageLoads } from '../../src/core/traffic/page-loads.js';
import { test } from '../support/stand-in-page.js';
import { skipTimers } from '../support/virtual-time.js';

// What a picture of a page covers: Chromium decides it.

const COVER = 'zakryta';
const PARTS = ['.d4r55', '.NBa7we', '.wiI7pd', '.rsqaWe', '.Tya61d'];

const link = loadCases().find((entry): entry is ReviewCase => entry.id === 'review--visible')?.link ?? '';
const reviewId = /!1s(\w[\w-]+)/.exec(link)?.[1] ?? '';
const goneLink =
  loadCases().find((entry): entry is ReviewCase => entry.id === 'review--no-rating-section')?.link ?? '';
const parsed = parseReviewUrl(new URL(goneLink)) ?? unreadable();
const urls = createProviderUrls();
const placeLink = urls.cid(identityOf(parsed).cid ?? unreadable());

function unreadable(): never {
  throw new Error('the case has no link to a review of a known place');
}

/**
 * Opens the page of the review, changes it by `change` inside the page, and takes its picture. `own`: the id of the
 * review, for `change`.
 */
async function taken(
  page: Page,
  uncovered: Uncovered,
  cover: string | null,
  change: (own: string) => void = () => undefined,
) {
  const session = await openSession(page);
  const document = await page.goto(link);
  await page.locator('[data-review-id]').first().waitFor();
  await page.evaluate(change, reviewId);
  return takeSnapshot(page, { session, document, uncovered, cover });
}

/** For each card: whether it is the review's own, and how many of its parts can be seen. */
function cardsOf(page: Page) {
  return page.evaluate(
    ({ parts, own }) =>
      [...document.querySelectorAll('.jftiEf')].map((card) => {
        const isSeen = (part: Element) => {
          part.scrollIntoView({ block: 'center' });
          const { x, y, width, height } = part.getBoundingClientRect();
          const top = document.elementFromPoint(x + width / 2, y + height / 2);
          const isCovered = top?.closest('[style*="2147483646"]') != null;
          const isDrawn = part.checkVisibility({ visibilityProperty: true });
          return isDrawn && !isCovered && top !== null && (part.contains(top) || top.contains(part));
        };
        const all = parts.flatMap((selector) => [...card.querySelectorAll(selector)]);
        return {
          isOwn: card.getAttribute('data-review-id') === own,
          seen: all.filter(isSeen).length,
          parts: all.length,
          stars: [...card.querySelectorAll('.kvMYJc')].filter(isSeen).length,
        };
      }),
    { parts: PARTS, own: reviewId },
  );
}

test('covers names, photographs and texts of others, never the saved page', async ({ page, standIn }) => {
  standIn.set({ reviewQuirks: { others: true } });
  const own = { reviewId, authorId: null };
  const plain = await taken(page, own, null);
  for (const { seen, parts } of await cardsOf(page)) expect(seen).toBe(parts);
  const { picture, missing, tls, isCut, page: saved } = await taken(page, own, COVER);
  expect({ missing, isCut }).toEqual({ missing: [], isCut: false });
  expect(tls?.sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(saved).not.toContain(COVER);
  const cards = await cardsOf(page);
  expect(cards.map(({ isOwn }) => isOwn).sort()).toEqual([false, false, false, true]);
  for (const { isOwn, seen, parts, stars } of cards) {
    expect(parts).toBeGreaterThan(1);
    expect(seen).toBe(isOwn ? parts : 0);
    expect(stars).toBe(1);
  }
  // Photographs are drawn: of four people, of the own review alone, and of nobody.
  const whole = await photographedPixels(page, plain.picture);
  const ofOwn = await photographedPixels(page, picture);
  expect(ofOwn).toBeGreaterThan(10_000);
  expect(whole).toBeGreaterThan(ofOwn);
  const control = await taken(page, null, COVER);
  expect((await cardsOf(page)).map(({ seen }) => seen)).toEqual([0, 0, 0, 0]);
  expect(await photographedPixels(page, control.picture)).toBe(0);
});

test('covers reviews whose cards have lost their ids', async ({ page, standIn }) => {
  await taken(page, null, COVER, () => {
    for (const part of document.querySelectorAll('[data-review-id]')) part.removeAttribute('data-review-id');
  });
  expect(await cardsOf(page)).toMatchObject([{ seen: 0, stars: 1 }]);
  standIn.set({ reviewQuirks: { others: true } });
  await taken(page, { reviewId, authorId: null }, COVER, (own) => {
    for (const part of document.querySelectorAll('[data-review-id]'))
      if (part.getAttribute('data-review-id') !== own) part.removeAttribute('data-review-id');
  });
  const [own, ...others] = (await cardsOf(page)).toSorted((one, other) => other.seen - one.seen);
  expect(own).toMatchObject({ isOwn: true, seen: own?.parts });
  expect(others.map(({ seen, stars }) => [seen, stars])).toEqual([
    [0, 1],
    [0, 1],
    [0, 1],
  ]);
});

test('knows the own card by the whole number of its author, not by its beginning', async ({ page }) => {
  await page.goto(link);
  const profile = await page.locator('[data-review-id] [data-href]').first().getAttribute('data-href');
  const authorId = /\d{10,}/.exec(profile ?? '')?.[0] ?? unreadable();
  await taken(page, { reviewId: null, authorId: authorId.slice(0, -1) }, COVER);
  expect(await cardsOf(page)).toMatchObject([{ seen: 0 }]);
  await taken(page, { reviewId: null, authorId }, COVER);
  const [own] = await cardsOf(page);
  expect(own?.seen).toBe(own?.parts);
});

test('quotes of reviews in the overview of a place are covered with name and picture', async ({ page }) => {
  const session = await openSession(page);
  const document = await page.goto(placeLink);
  await page.locator('h1').waitFor();
  await page.evaluate(() => {
    const quotes = ['Anna', 'Bogdan'].map(
      (name) =>
        `<div><div><img src="https://lh3.googleusercontent.com/a/${name}=w36" width="36" height="36"><a href="/maps/contrib/1170/${name}">${name}</a></div><div><b>"Pyszne pierogi"</b></div></div>`,
    );
    window.document
      .querySelector('[role="main"]')
      ?.insertAdjacentHTML('beforeend', `<div id="quotes">${quotes.join('')}</div>`);
  });
  const seen = () =>
    page.evaluate(() =>
      [...window.document.querySelectorAll('#quotes img, #quotes a, #quotes b, h1')].map((part) => {
        part.scrollIntoView({ block: 'center' });
        const { x, y, height } = part.getBoundingClientRect();
        return part.contains(window.document.elementFromPoint(x + 3, y + height / 2));
      }),
    );
  expect(await seen()).toEqual([true, true, true, true, true, true, true]);
  await takeSnapshot(page, { session, document, uncovered: null, cover: COVER });
  expect(await seen()).toEqual([true, false, false, false, false, false, false]);
});

/** How many pixels of a picture have the colour that the stand-in's photographs have. */
function photographedPixels(page: Page, picture: Buffer | null): Promise<number> {
  return page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0);
    const { data } = context?.getImageData(0, 0, image.width, image.height) ?? { data: [] };
    let count = 0;
    for (let at = 0; at < data.length; at += 4)
      if (data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 255) count += 1;
    return count;
  }, picture?.toString('base64') ?? '');
}

test('says that a page is longer than its picture', async ({ page }) => {
  const cut = await taken(page, null, null, () => {
    const long = '<div style="height:9000px">…</div>';
    document.querySelector('[role="main"]')?.insertAdjacentHTML('beforeend', long);
  });
  expect(cut.isCut).toBe(true);
});

/**
 * A recorder of loads of a review, by default of the one that is gone; each load runs `change` between its verdict and
 * its picture. `lost`: so many loads are made once more.
 */
function recorderOn(page: Page, { lost = 0, of = goneLink } = {}) {
  let left = lost;
  const recorder = new LoadRecorder({ link: of, urls, cover: null, timeoutMs: 600_000 });
  const scope = startScope('test', createLogger('silent'), null);
  const identity = identityOf(parseReviewUrl(new URL(of)) ?? unreadable());
  const target = { ...identity, url: urls.review(reviewAddress(identity) ?? unreadable()) };
  const inner: PageLoads = {
    take: async () => ({
      page: () => page,
      retire: () => undefined,
      refused: (error) => error,
      load: async (inner, open) => {
        left -= 1;
        if (left >= 0) await open(page, { scope: inner, settleMs: 300 });
        return open(page, { scope: inner, settleMs: 300 });
      },
      during: (work) => work,
      [Symbol.dispose]: () => undefined,
    }),
  };
  const loadOf = async (change: () => Promise<void>, isForName = false) => {
    using tab = await recorder.loads(inner, isForName).take(scope);
    return await tab.load(scope, async (shown, options) => {
      const reading = await readReviewPage(shown, target, options);
      await change();
      return reading;
    });
  };
  const failures = () => recorder.all().map(({ end }) => 'error' in end);
  return { recorder, loadOf, failures, end: () => scope[Symbol.dispose]() };
}

test('a review that is drawn after the verdict makes the load a failure', async ({ page }) => {
  const { loadOf, failures, end } = recorderOn(page);
  const drawn = `<div class="jftiEf" data-review-id="${parsed.reviewId}"><span class="kvMYJc" role="img" aria-label="5 gwiazdek"></span></div>`;
  const late = () =>
    page.evaluate((card) => {
      window.document.querySelector('[role="main"]')?.insertAdjacentHTML('beforeend', card);
    }, drawn);
  await expect(loadOf(late)).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(failures()).toEqual([true]);
  end();
});

test('a review in the data that is never drawn makes the load a failure', async ({ page, standIn }) => {
  standIn.set({ renderDelayMs: 600_000 });
  const { loadOf, failures, end } = recorderOn(page, { of: link });
  const skipped: Disposable[] = [];
  // The page has eight seconds to draw it.
  const hurry = async () => void skipped.push(skipTimers(8_000));
  await expect(loadOf(hurry)).rejects.toMatchObject({ code: 'provider_unavailable' });
  for (const one of skipped) one[Symbol.dispose]();
  expect(failures()).toEqual([true]);
  end();
});

test('a page that cannot be asked after its picture makes the load a failure', async ({ page }) => {
  const { loadOf, failures, end } = recorderOn(page);
  const silent = async () => {
    const evaluate = page.evaluate.bind(page);
    // Everything but the question for the page's state is answered: the picture is taken.
    const answered: typeof page.evaluate = (work: unknown, input?: unknown) =>
      work === nextPageState ? new Promise(() => undefined) : evaluate(work as string, input);
    page.evaluate = answered;
  };
  await expect(loadOf(silent)).rejects.toMatchObject({ code: 'provider_unavailable' });
  expect(failures()).toEqual([true]);
  end();
});

test('a load for the name of the place is marked and does not count', async ({ page }) => {
  const { recorder, loadOf, end } = recorderOn(page, { lost: 1 });
  const still = async () => undefined;
  for (let made = 0; made < MAX_LOADS; made += 1) await loadOf(still);
  await expect(loadOf(still)).rejects.toBeInstanceOf(LoadsUsedUp);
  await loadOf(still, true);
  expect(recorder.all().map(({ isForName }) => isForName)).toEqual([
    ...Array.from({ length: MAX_LOADS + 1 }, () => false),
    true,
  ]);
  const contexts = recorder.all().map(({ context }) => context);
  expect(new Set(contexts.map(({ id }) => id)).size).toBe(1);
  for (const { cookiesBefore, cookiesAfter } of contexts)
    expect([cookiesBefore, cookiesAfter]).not.toContain(null);
  end();
});

test('a page that is closed before its picture contradicts nothing', async ({ page }) => {
  const { loadOf, failures, end } = recorderOn(page);
  expect(await loadOf(() => page.close())).toMatchObject({ kind: 'absent' });
  expect(failures()).toEqual([false]);
  end();
});

test('a page that is gone has no picture, and says why', async ({ page }) => {
  const session = await openSession(page);
  await page.goto(link);
  await page.close();
  const options = { session, document: null, uncovered: null, cover: COVER };
  const { picture, page: saved, missing } = await takeSnapshot(page, options);
  expect([picture, saved]).toEqual([null, null]);
  expect(missing.map(({ file }) => file)).toEqual(['page', 'picture']);
});
