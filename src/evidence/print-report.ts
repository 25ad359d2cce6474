import type { Browser } from 'playwright';
import { browserGone } from '../browser/driver-errors.js';
import { within } from '../runtime/timeout.js';

/** The number of the page. Chromium fills it in. */
const FOOTER = `<div style="font-size:7pt;width:100%;text-align:center">
<span class="pageNumber"></span> / <span class="totalPages"></span></div>`;

/** Time limit for printing, in milliseconds. */
const PRINT_MS = 15_000;

/**
 * Prints a page of HTML as PDF, in a context of its own without scripts and network. @throws AppError
 * `browser_unavailable`
 */
export async function printReport(browser: Browser, page: string): Promise<Buffer> {
  const opening = browser.newContext({ javaScriptEnabled: false, offline: true, serviceWorkers: 'block' });
  try {
    const printed = await within(
      PRINT_MS,
      opening.then(async (context) => {
        const tab = await context.newPage();
        await tab.setContent(page, { waitUntil: 'load' });
        return tab.pdf({
          format: 'A4',
          tagged: true,
          outline: true,
          printBackground: true,
          preferCSSPageSize: true,
          displayHeaderFooter: true,
          headerTemplate: '<span></span>',
          footerTemplate: FOOTER,
        });
      }),
    );
    if (printed === null) throw browserGone('printing a report took too long');
    return printed;
  } catch (error) {
    throw browserGone(error);
  } finally {
    opening.then((context) => context.close()).catch(() => undefined);
  }
}
