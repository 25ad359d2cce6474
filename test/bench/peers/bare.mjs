import { CONTEXT_OPTIONS, chromiumArgs, isPlaceData, placeFields, placeUrl, UNNEEDED } from './common.mjs';

// What plain Playwright scripts have in common: the bench runs one itself, for reviews.

export { placeUrl };

/** For `chromium.launch` of Playwright. The bench itself ends the process: it has more to end. */
export function launchOptions(executablePath, provider) {
  const handled = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return { executablePath, args: chromiumArgs(provider), ...handled };
}

/** Runs `work` in a page of a context of its own. */
export async function inFreshContext(browser, work) {
  const context = await browser.newContext(CONTEXT_OPTIONS);
  try {
    const page = await context.newPage();
    await page.route(UNNEEDED, (route) => route.abort().catch(() => undefined));
    return await work(page);
  } finally {
    await context.close();
  }
}

/** Loads a place page in a context of its own and takes the fields from the place answer. */
export function lookUp(browser, placeId) {
  return inFreshContext(browser, async (page) => {
    const [answer] = await Promise.all([
      page.waitForResponse(isPlaceData),
      page.goto(placeUrl(placeId), { waitUntil: 'commit' }),
    ]);
    return placeFields(await answer.text());
  });
}
