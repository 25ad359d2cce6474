import { parseArgs } from 'node:util';
import buildFirst from '../support/build-first.js';
import { type BesideOptions, soakBeside } from './beside.js';
import { type SoakResult, soak } from './soak.js';

// npm run soak [-- --requests 2000] [--waves 6] [--contexts 4] [--seed TEXT]
// The built service under mixed requests at twice its capacity, while provider, browser and clients misbehave. Then the
// lookups of one client beside the flood of another. Prints a report; the exit code is 1 when a promise is broken.
// npm run soak -- --hostile MINUTES [--replicas 3]: only an honest client beside three hostile clients.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    waves: { type: 'string', default: '6' },
    contexts: { type: 'string', default: '4' },
    seed: { type: 'string', default: 'soak' },
    hostile: { type: 'string' },
    replicas: { type: 'string', default: '1' },
  },
});
const onProgress = (text: string) => void process.stderr.write(`  ${text}\n`);

/** Prints a result; the number of its broken promises. */
async function told(running: Promise<SoakResult>): Promise<number> {
  const { text, broken } = await running;
  console.log(text);
  return broken.length;
}

const beside = (minutes: number, more: Pick<BesideOptions, 'flood' | 'replicas' | 'pauseMs'>) =>
  soakBeside({
    ...more,
    aloneMs: Math.min(minutes * 6_000, 120_000),
    besideMs: minutes * 60_000,
    parts: 6,
    onProgress,
  });

async function runAll(): Promise<number> {
  const mixed = soak({
    seed: values.seed,
    waves: Number(values.waves),
    requestsPerWave: Math.ceil(Number(values.requests) / Number(values.waves)),
    warmUpRequests: 80,
    contexts: Number(values.contexts),
    requestTimeoutMs: 8_000,
    reviewsTimeoutMs: 15_000,
    recoveryMs: 30_000,
    onProgress,
  });
  return (await told(mixed)) + (await told(beside(1, { flood: 'greedy', replicas: 1, pauseMs: 0 })));
}

const end = buildFirst();
try {
  const { hostile, replicas } = values;
  const broken =
    hostile === undefined
      ? await runAll()
      : await told(beside(Number(hostile), { flood: 'hostile', replicas: Number(replicas), pauseMs: 1_500 }));
  process.exitCode = broken === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? `soak: ${error.message}` : error);
  process.exitCode = 1;
} finally {
  end();
}
