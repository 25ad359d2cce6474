import { expect } from '@playwright/test';
import { DETAILS, SHARE_LINK } from '../../src/core/api/examples/place-examples.js';
import { FOREIGN_LINK, REMOVED_LINK, VISIBLE_LINK } from '../../src/core/api/examples/review-examples.js';
import { newWorld, runScript } from '../support/apps-script.js';
import { test } from '../support/service.js';

// The script of Google Sheets against a service that reads the stand-in provider. test/integrations/sheets.spec.ts has
// the cases that a healthy service does not show.

test('Google Sheets: the menu and both formulas show what the service reads', async ({ service }) => {
  const world = newWorld(['Link', VISIBLE_LINK, REMOVED_LINK, FOREIGN_LINK]);
  await runScript(world, service.url, 'checkColumn');
  const [, visible = [], removed = [], foreign = []] = world.sheets[0]?.cells ?? [];
  expect(visible.slice(1, 5)).toEqual(['widoczna', '', expect.stringMatching(/./), 5]);
  expect(removed.slice(1, 4)).toEqual(['niewidoczna', 'wizytówka jest, opinii nie ma', '']);
  expect(foreign.slice(1, 3)).toEqual(['nieznane', expect.stringContaining('nie prowadzi do Map Google')]);
  world.context = 'formula';
  expect(await runScript(world, service.url, 'REVIEW_VISIBLE', [VISIBLE_LINK])).toMatch(
    /^widoczna \(sprawdzono \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}\)$/,
  );
  const rating = await runScript(world, service.url, 'PLACE_DETAILS', [SHARE_LINK, 'srednia_ocen']);
  expect(rating).toBe(DETAILS.srednia_ocen);
});
