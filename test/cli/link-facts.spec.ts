import { expect } from '@playwright/test';
import { type Reply, streamLines, visible } from '../support/fake-api.js';
import { test } from './cli-test.js';
import { run } from './command.js';

const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const CONTRIBUTION = `https://www.google.com/maps/contrib/111222333444555666777/place/${PLACE_ID}`;
const BY_CID = 'https://www.google.com/maps/reviews/data=!1sZmyslony!2m1!1s0x0:0x3f5c81d2ab904e16';
const SHARE = 'https://maps.app.goo.gl/Zmyslony0';

/** No review is visible, and a last link has no result. */
const allGone: Reply = ({ urls }, response) => {
  const gone = { is_visible: false, visibility_reason: 'no_business_card' };
  streamLines(response, ...urls.map((url, index) => ({ ...visible(index, url), ...gone })));
  const counts = { total: urls.length, visible: 0, not_visible: urls.length, failed: 0 };
  response.end(`${JSON.stringify({ type: 'summary', ...counts })}\n`);
};

test('check shows the facts in the link of a review that is not visible', async ({ serve }) => {
  const api = await serve(allGone);
  const stdin = [CONTRIBUTION, BY_CID, SHARE].join('\n');
  const { stdout } = await run(['check', '-', '--api', api.url], { stdin });
  const profile = 'https://www.google.com/maps/contrib/111222333444555666777';
  expect(stdout).toContain(`\n   Z linku: Place ID ${PLACE_ID}, autor ${profile}\n`);
  expect(stdout).toContain('\n   Z linku: CID 4565666864068316694\n');
  expect(stdout.match(/Z linku/g)).toHaveLength(2);
});
