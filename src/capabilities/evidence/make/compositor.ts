import type { Browser } from 'playwright';
import { browserGone } from '../../../core/browser/driver-errors.js';
import type { Language } from '../../../core/published/language.js';
import { within } from '../../../core/runtime/timeout.js';
import { html, type Markup } from '../../../kit/page/html.js';
import { evidenceTexts } from '../texts.js';
import { writeOutMissingSigns } from './missing-signs.js';

/** The bar that the service draws above the picture of a page. */
interface Bar {
  readonly address: string;
  readonly utc: string;
  readonly local: string;
  /** True if the picture shows the beginning of a longer page. */
  readonly isCut: boolean;
}

const WIDTH = 1280;
/**
 * The left part of the window, where panels are. It has the aspect ratio of a picture in the report, which therefore
 * cuts nothing off.
 */
const SMALL = { width: 540, height: 450 };
/** The number of the page. Chromium fills it in. */
const FOOTER = `<div style="font-size:7pt;width:100%;text-align:center">
<span class="pageNumber"></span> / <span class="totalPages"></span></div>`;
const STEP_MS = 10_000;
const PRINT_MS = 15_000;

export type Compositor = Awaited<ReturnType<typeof openCompositor>>;

/**
 * A page without scripts and network that puts pictures together. Close it after use. Each step takes at most `stepMs`
 * milliseconds, also when the browser has frozen.
 * @throws AppError `browser_unavailable` when the browser opens no page, or a step takes longer
 */
export async function openCompositor(browser: Browser, stepMs = STEP_MS) {
  const { page, close } = await openPage(browser, stepMs);
  return {
    /** The picture of a page with the bar above it, as PNG. */
    withBar: (picture: Buffer, { address, utc, local, isCut }: Bar, language: Language): Promise<Buffer> => {
      const t = evidenceTexts(language);
      const compose = async () => {
        await page.setViewportSize({ width: WIDTH, height: 200 });
        await page.setContent(
          html`${STYLE}<div class="bar"><b>${address}</b><br>UTC ${utc} · ${t('bar.local')} ${local}<br><small>${t('bar.bar')} ${isCut ? t('bar.cut') : ''}</small></div>${imageOf(picture)}`
            .markup,
          { timeout: stepMs },
        );
        return page.screenshot({ fullPage: true, animations: 'disabled', timeout: stepMs });
      };
      return inTime(compose(), stepMs);
    },
    /** The upper left part of a picture as a JPEG. */
    thumbnail: (picture: Buffer): Promise<Buffer> => {
      const compose = async () => {
        await page.setViewportSize(SMALL);
        await page.setContent(html`${STYLE}${imageOf(picture)}`.markup, { timeout: stepMs });
        return page.screenshot({ type: 'jpeg', quality: 80, timeout: stepMs });
      };
      return inTime(compose(), stepMs);
    },
    close,
  };
}

/**
 * Prints a page of HTML as PDF. Characters that no font has are written out. The report gets a page of its own, so that a crash of the page of the compositor does
 * not lose it.
 * @throws AppError `browser_unavailable`
 */
export async function printReport(browser: Browser, report: string): Promise<Buffer> {
  const { page, close } = await openPage(browser, STEP_MS);
  const print = async () => {
    await page.setContent(report, { waitUntil: 'load', timeout: PRINT_MS });
    await writeOutMissingSigns(page);
    return page.pdf({
      format: 'A4',
      preferCSSPageSize: true,
      printBackground: true,
      tagged: true,
      outline: true,
      displayHeaderFooter: true,
      headerTemplate: '<span></span>',
      footerTemplate: FOOTER,
    });
  };
  try {
    return await inTime(print(), PRINT_MS);
  } catch (error) {
    throw browserGone(error);
  } finally {
    void close().catch(() => undefined);
  }
}

/** A page without scripts and network in a context of its own. @throws AppError `browser_unavailable` */
async function openPage(browser: Browser, stepMs: number) {
  const opening = browser.newContext({
    javaScriptEnabled: false,
    offline: true,
    serviceWorkers: 'block',
    viewport: { width: WIDTH, height: 200 },
  });
  /** Never rejects for a browser that is frozen: it waits `stepMs` milliseconds at most. */
  const close = () =>
    within(
      stepMs,
      opening.then((context) => context.close()),
    );
  const opened = opening.then((context) => context.newPage());
  const page = await inTime(opened, stepMs).catch((error) => {
    void close().catch(() => undefined);
    throw browserGone(error);
  });
  return { page, close };
}

/** @throws AppError `browser_unavailable` when the step takes longer than `ms` milliseconds */
async function inTime<T>(step: Promise<T>, ms: number): Promise<T> {
  const done = await within(
    ms,
    step.then((value) => ({ value })),
  );
  if (done === null) throw browserGone('the compositor did not answer');
  return done.value;
}

const STYLE: Markup = {
  markup: `<!DOCTYPE html><meta charset="utf-8"><style>body{margin:0}img{display:block;width:${WIDTH}px}
.bar{background:#fff8e1;color:#000;font:16px/22px sans-serif;padding:10px 16px;border-bottom:4px solid #000;overflow-wrap:anywhere}</style>`,
};

function imageOf(picture: Buffer): Markup {
  return { markup: `<img alt="" src="data:image/png;base64,${picture.toString('base64')}">` };
}
