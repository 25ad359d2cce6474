import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { soakFairness } from './fairness.js';
import { soakHostile } from './hostile.js';
import { report } from './report.js';
import { type SoakOptions, soak } from './soak.js';

// npm run soak [-- --requests 2000] [--waves 6] [--contexts 4] [--seed TEXT] [--main dist/main.js]
// The built service under mixed requests at twice its capacity, while provider, browser and clients misbehave.
// Then one key's lookups beside the flood of another. Prints a report; the exit code is 1 when a promise is broken.
// npm run soak -- --hostile MINUTES [--replicas 3]: an honest client beside three hostile ones, and nothing else.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    waves: { type: 'string', default: '6' },
    contexts: { type: 'string', default: '4' },
    seed: { type: 'string', default: 'soak' },
    hostile: { type: 'string' },
    replicas: { type: 'string', default: '1' },
    main: { type: 'string', default: fileURLToPath(new URL('../../dist/main.js', import.meta.url)) },
  },
});

const waves = Number(values.waves);
const options: SoakOptions = {
  main: values.main,
  seed: values.seed,
  waves,
  requestsPerWave: Math.ceil(Number(values.requests) / waves),
  warmUpRequests: 80,
  contexts: Number(values.contexts),
  requestTimeoutMs: 8_000,
  reviewsTimeoutMs: 15_000,
  recoveryMs: 30_000,
  onProgress: (text) => process.stderr.write(`  ${text}\n`),
};

try {
  await access(values.main).catch(() => {
    throw new Error(`${values.main} is not there: run "npm run build"`);
  });
  process.exitCode = (await (values.hostile === undefined ? runAll() : runHostile(Number(values.hostile))))
    ? 0
    : 1;
} catch (error) {
  console.error(error instanceof Error ? `soak: ${error.message}` : error);
  process.exitCode = 1;
}

/** True when every promise is kept. */
async function runAll(): Promise<boolean> {
  const result = await soak(options);
  console.log(report(result, options));
  const fairness = await soakFairness(values.main);
  console.log([fairness.text, ...fairness.broken.map((what) => `- ${what}`)].join('\n\n'));
  return result.broken.length + fairness.broken.length === 0;
}

async function runHostile(minutes: number): Promise<boolean> {
  const { text, broken } = await soakHostile({
    main: values.main,
    replicas: Number(values.replicas),
    aloneMs: Math.min(minutes * 6_000, 120_000),
    besideMs: minutes * 60_000,
    parts: 6,
    pauseMs: 1_500,
    onProgress: (line) => process.stderr.write(`  ${line}\n`),
  });
  console.log([text, ...broken.map((what) => `- ${what}`)].join('\n\n'));
  return broken.length === 0;
}
