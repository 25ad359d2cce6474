import { CHROMIUM, CHROMIUM_ARGS, CONTEXT_OPTIONS, isPlaceData, placeUrl, UNNEEDED } from './common.mjs';
import { placeFields } from './place-fields.mjs';

/** For `chromium.launch` of Playwright. */
export const LAUNCH_OPTIONS = {
  executablePath: CHROMIUM,
  args: CHROMIUM_ARGS,
  handleSIGINT: false,
  handleSIGTERM: false,
  handleSIGHUP: false,
};

/** One lookup in a context of its own. */
export async function lookUpInFreshContext(browser, placeId) {
  const context = await browser.newContext(CONTEXT_OPTIONS);
  try {
    const page = await context.newPage();
    await page.route(UNNEEDED, (route) => route.abort().catch(() => undefined));
    const [answer] = await Promise.all([
      page.waitForResponse(isPlaceData),
      page.goto(placeUrl(placeId), { waitUntil: 'commit' }),
    ]);
    return placeFields(await answer.text());
  } finally {
    await context.close();
  }
}
