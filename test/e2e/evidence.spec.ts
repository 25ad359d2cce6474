import { expect } from '@playwright/test';
import { isLongRun } from '../support/long-run.js';
import { test } from '../support/service.js';
import { runEvidence } from './evidence.js';

const CHECKS = Number(process.env.EVIDENCE_CHECKS ?? (isLongRun ? 1_000 : 16));
const SEED = process.env.EVIDENCE_SEED ?? 'evidence';

test(`${CHECKS} seeded checks of a misbehaving provider give no false negative answer`, async ({
  start,
  standIn,
}) => {
  test.setTimeout(180_000 + CHECKS * 3_000);
  const service = await start({ BROWSER_CONTEXTS: '4' }, undefined, { usesFastPath: true });
  const tally = await runEvidence(standIn, (path) => service.get(path), {
    checks: CHECKS,
    seed: SEED,
    concurrency: 4,
  });
  test.info().annotations.push({ type: 'tally', description: JSON.stringify(tally) });
  if (process.env.EVIDENCE_CHECKS !== undefined) console.log(JSON.stringify(tally));
  expect(tally.falseNegatives).toEqual([]);
  expect(tally.falseCompletes).toEqual([]);
  expect(tally.calm).toEqual({ visible: 1, hidden: 1, refused: 0 });
  // Chance and the machine decide how many of a few checks are refused. Absences are suspended most of the time.
  if (CHECKS >= 100) expect(tally.visible).toBeGreaterThan(CHECKS / 10);
});
