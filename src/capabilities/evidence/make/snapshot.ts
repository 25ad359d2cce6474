import type { CDPSession, Page, Response } from 'playwright';
import type { ReviewIdentity } from '../../../core/identifiers/review-url.js';
import {
  ACCOUNT_PICTURE,
  CONTRIBUTOR_LINK,
  contributorAddress,
  PLACE_LINK,
} from '../../../core/provider/page-marks.js';
import { RULES } from '../../../core/provider/rules/built-in.js';
import { within } from '../../../core/runtime/timeout.js';
import { sha256Of } from '../proof/digest.js';

/** The files of a load by which a reader can see the page. */
export interface PageSnapshot {
  /** PNG of the whole page; null = it could not be taken. */
  readonly picture: Buffer | null;
  /** The tab's address, and the time in milliseconds since 1970, when the picture was taken. */
  readonly url: string;
  readonly takenAt: number;
  /** True if the page is longer than its picture. */
  readonly isCut: boolean;
  /** The page as MHTML, nothing covered. */
  readonly page: string | null;
  readonly tls: Certificate | null;
  /** Why a file is missing. */
  readonly missing: readonly { readonly file: 'picture' | 'page'; readonly why: string }[];
}

/** The certificate of a connection. Times in milliseconds since 1970. */
interface Certificate {
  readonly protocol: string | null;
  readonly subject: string | null;
  readonly issuer: string | null;
  readonly validFrom: number | null;
  readonly validTo: number | null;
  /** SHA-256 of its DER form, lower-case hex. */
  readonly sha256: string | null;
}

/** The review whose card stays readable, by the ids that are known; null = cover every review. */
export type Uncovered = Pick<ReviewIdentity, 'reviewId' | 'authorId'> | null;

interface SnapshotOptions {
  readonly uncovered: Uncovered;
  /** The text on covered reviews; null = cover nothing. */
  readonly cover: string | null;
  readonly session: CDPSession | null;
  /** The last answer to the page's own navigation. */
  readonly document: Response | null;
}

/** Time limits in milliseconds. Pictures and fonts that come later are missing in the picture, as for any visitor. */
const PICTURES_MS = 2_500;
const FILE_MS = 6_000;
const STEP_MS = 2_000;
const ALL_MS = 12_000;
const VIEWPORT = { width: 1280, height: 900 };
/** The picture of a page ends at this height: a text of 10,000 characters takes about 4,000. */
const MAX_HEIGHT = 6_000;
/** A pack is held in memory: a page whose pictures are larger than this together is left out. */
const MAX_PAGE_CHARS = 8_000_000;

/**
 * Opens the session by which a page is captured. Chromium reveals a certificate only to a session that was opened
 * before the page (measured, Chromium 156). Null = the browser could not open it in time; never rejects.
 */
export async function openSession(page: Page): Promise<CDPSession | null> {
  const opening = page.context().newCDPSession(page);
  const ready = opening.then(async (session) => {
    await session.send('Network.enable');
    return session;
  });
  return within(STEP_MS, ready).catch(() => null);
}

/**
 * Takes the files of a page that has just been decided, while it is still open. Bounded in time; never rejects: a
 * missing file is named with the reason, and the verdict stays as it is. Closes the session.
 */
export async function takeSnapshot(page: Page, options: SnapshotOptions): Promise<PageSnapshot> {
  const missing: { file: 'picture' | 'page'; why: string }[] = [];
  const { session } = options;
  const endsAt = performance.now() + ALL_MS;
  const taken = async <T>(
    file: 'picture' | 'page' | null,
    ms: number,
    work: () => Promise<T>,
  ): Promise<T | null> => {
    const limitMs = Math.max(0, Math.min(ms, endsAt - performance.now()));
    try {
      const value = await within(limitMs, work());
      if (value === null && file !== null)
        missing.push({ file, why: `not ready within ${Math.round(limitMs)} ms` });
      return value;
    } catch {
      if (file !== null) missing.push({ file, why: 'the browser could not make it' });
      return null;
    }
  };
  await taken(null, PICTURES_MS, () => page.evaluate(untilDrawn));
  const mhtml = await taken('page', FILE_MS, async () => {
    const { data } = await required(session).send('Page.captureSnapshot', { format: 'mhtml' });
    return data;
  });
  const isHuge = mhtml !== null && mhtml.length > MAX_PAGE_CHARS;
  if (isHuge) missing.push({ file: 'page', why: 'larger than 8 MB' });
  const tls = await taken(null, STEP_MS, () => certificateOf(options.document, session));
  const { cover, uncovered } = options;
  let at = { url: page.url(), takenAt: Date.now(), isCut: false };
  const picture = await taken('picture', FILE_MS, async () => {
    // No picture is better than a picture with people who should be covered: an error here leaves the picture out.
    if (cover !== null) await page.evaluate(coverReviews, { ...pageInput(uncovered), cover });
    const isLonger = await showWhole(page);
    at = { url: page.url(), takenAt: Date.now(), isCut: false };
    const { png, isCut } = await capture(required(session));
    at = { ...at, isCut: isCut || isLonger };
    return png;
  });
  await taken(null, STEP_MS, () => page.setViewportSize(VIEWPORT));
  await taken(null, STEP_MS, async () => session?.detach());
  return { picture, ...at, page: isHuge ? null : mhtml, tls, missing };
}

function required(session: CDPSession | null): CDPSession {
  if (session === null) throw new Error('no session of the page');
  return session;
}

async function capture(session: CDPSession): Promise<{ readonly png: Buffer; readonly isCut: boolean }> {
  const { cssContentSize } = await session.send('Page.getLayoutMetrics');
  const height = Math.min(Math.ceil(cssContentSize.height), MAX_HEIGHT);
  const clip = { x: 0, y: 0, width: VIEWPORT.width, height, scale: 1 };
  const options = { format: 'png', captureBeyondViewport: true, clip } as const;
  const { data } = await session.send('Page.captureScreenshot', options);
  return { png: Buffer.from(data, 'base64'), isCut: cssContentSize.height > MAX_HEIGHT };
}

/**
 * The map fills the window, and panels scroll in it: a higher window shows them to their end. Returns whether a part
 * is hidden nevertheless.
 */
async function showWhole(page: Page): Promise<boolean> {
  const hidden = await page.evaluate(hiddenHeight);
  if (hidden === 0) return false;
  await page.setViewportSize({ ...VIEWPORT, height: Math.min(VIEWPORT.height + hidden, MAX_HEIGHT) });
  await page.evaluate(untilDrawn);
  return (await page.evaluate(hiddenHeight)) > 0;
}

async function certificateOf(
  document: Response | null,
  session: CDPSession | null,
): Promise<Certificate | null> {
  const details = (await document?.securityDetails()) ?? null;
  if (document === null || details === null) return null;
  const { origin } = new URL(document.url());
  const chain = await session?.send('Network.getCertificate', { origin }).catch(() => null);
  const [own] = chain?.tableNames ?? [];
  const { protocol = null, subjectName = null, issuer = null, validFrom, validTo } = details;
  return {
    protocol,
    subject: subjectName,
    issuer,
    validFrom: validFrom === undefined ? null : validFrom * 1_000,
    validTo: validTo === undefined ? null : validTo * 1_000,
    sha256: own === undefined ? null : sha256Of(Buffer.from(own, 'base64')),
  };
}

/** The input of the functions inside the page: the rules, the marks of people, and the review that stays readable. */
function pageInput(uncovered: Uncovered) {
  const author = uncovered?.authorId == null ? null : contributorAddress(uncovered.authorId);
  const own = uncovered && { reviewId: uncovered.reviewId, author };
  return { selectors: RULES.selectors, marks: { CONTRIBUTOR_LINK, ACCOUNT_PICTURE, PLACE_LINK }, own };
}

type PageInput = ReturnType<typeof pageInput>;

// The functions below run inside the page: they use their argument and `document` only.

/** Resolves when fonts and pictures have come, and the page was drawn once more. */
async function untilDrawn(): Promise<true> {
  // Photographs of reviews are backgrounds.
  const backgrounds = [...document.querySelectorAll<HTMLElement>('[style*="background-image"]')].map(
    (part) => {
      const image = new Image();
      image.src = /url\(["']?(.*?)["']?\)/.exec(part.style.backgroundImage)?.[1] ?? '';
      return image;
    },
  );
  const pictures = [...document.images, ...backgrounds]
    .filter((image) => !image.complete)
    .map(
      (image) =>
        new Promise((resolve) => {
          image.addEventListener('load', resolve, { once: true });
          image.addEventListener('error', resolve, { once: true });
        }),
    );
  await Promise.all([document.fonts.ready, ...pictures]);
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(true), 0)));
}

/** The height of the longest part that a panel hides below its end. */
function hiddenHeight(): number {
  const heights = [...document.querySelectorAll('*')].map((part) => {
    const hidden = part.scrollHeight - part.clientHeight;
    const isPanel = hidden > 1 && part.clientHeight > 200;
    return isPanel && /auto|scroll/.test(getComputedStyle(part).overflowY) ? hidden : 0;
  });
  return Math.max(0, ...heights);
}

/** Covers the reviews of other people with opaque boxes; their stars stay visible. */
function coverReviews({ selectors, marks, own, cover }: PageInput & { cover: string }) {
  const cards = [...document.querySelectorAll('[data-review-id]')].filter(
    (card) => card.parentElement?.closest('[data-review-id]') == null,
  );
  const isOwn = (card: Element) => {
    if (own === null) return false;
    const isNamed = own.reviewId !== null && card.getAttribute('data-review-id') === own.reviewId;
    return isNamed || own.author?.test(card.innerHTML) === true;
  };
  const put = (part: HTMLElement, text: string) => {
    for (const stars of part.querySelectorAll<HTMLElement>(selectors.cardStars.join(', '))) {
      stars.style.cssText += ';position:relative;z-index:2147483647;background:#dadce0';
    }
    const box = document.createElement('div');
    box.textContent = text;
    box.style.cssText =
      'position:absolute;inset:0;z-index:2147483646;background:#dadce0;color:#3c4043;opacity:1;' +
      'font:12px/16px sans-serif;padding:4px 8px;box-sizing:border-box;overflow:hidden;display:block;text-align:left';
    if (getComputedStyle(part).position === 'static') part.style.position = 'relative';
    if (getComputedStyle(part).display === 'inline') part.style.display = 'inline-block';
    part.style.overflow = 'hidden';
    part.append(box);
  };
  for (const card of cards) {
    if (card instanceof HTMLElement && !isOwn(card)) put(card, cover);
  }
  // Parts of reviews outside all cards: cards without ids, and quotes beside the picture of their author.
  const isLoose = (part: Element) => part.closest('[data-review-id]') === null;
  const loose = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(isLoose);
  const isByAuthor = (part: Element) => own?.author?.test(part.outerHTML) === true;
  // A page with a single review whose card has no id: the card may show the review of the pack.
  const isOneReview = !cards.some(isOwn) && loose(selectors.cardAuthor.join(', ')).length < 2;
  if (own !== null && isOneReview) return;
  const parts = (
    ['cardAuthor', 'cardAuthorLine', 'cardAvatar', 'cardText', 'cardPhoto', 'cardReply'] as const
  ).flatMap((name) => selectors[name]);
  const person = `${marks.ACCOUNT_PICTURE}, ${marks.CONTRIBUTOR_LINK}`;
  const people = loose(person).filter((part) => !isByAuthor(part));
  const stop = `h1, h2, h3, [role="heading"], [role="tab"], table, [data-review-id], ${marks.PLACE_LINK}`;
  /** The largest box around a person that holds no other person and no heading. */
  const rowOf = (part: HTMLElement): HTMLElement => {
    const outer = part.parentElement;
    if (outer === null || outer === document.body || outer.querySelector(stop) !== null) return part;
    const isShared = people.some((other) => outer.contains(other) && !part.contains(other));
    // The name of a person may be a link beside the picture.
    return isShared && part.textContent?.trim() !== '' ? part : rowOf(outer);
  };
  for (const part of new Set([
    ...loose(parts.join(', ')).filter((one) => !isByAuthor(one)),
    ...people.map(rowOf),
  ])) {
    if (part instanceof HTMLImageElement) part.style.visibility = 'hidden';
    else put(part, '');
  }
}
