import { parseArgs } from 'node:util';
import buildFirst from '../support/build-first.js';
import { soakLookups } from './lookups.js';
import { soak } from './soak.js';

// npm run soak [-- --requests 2000] [--waves 6] [--contexts 4] [--seed TEXT]
// The built service under mixed requests at twice its capacity, while provider, browser and clients misbehave. Prints a
// report; the exit code is 1 when a promise is broken.
// npm run soak -- --lookups 5000 [--part 1000] [--minutes 60]: only rendered lookups, compared after each part.

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '2000' },
    waves: { type: 'string', default: '6' },
    contexts: { type: 'string', default: '4' },
    seed: { type: 'string', default: 'soak' },
    lookups: { type: 'string' },
    part: { type: 'string', default: '1000' },
    minutes: { type: 'string', default: '120' },
  },
});

const end = buildFirst();
try {
  const onProgress = (progress: string) => void process.stderr.write(`  ${progress}\n`);
  const contexts = Number(values.contexts);
  const mixed = () =>
    soak({
      seed: values.seed,
      waves: Number(values.waves),
      requestsPerWave: Math.ceil(Number(values.requests) / Number(values.waves)),
      warmUpRequests: 80,
      contexts,
      requestTimeoutMs: 8_000,
      reviewsTimeoutMs: 15_000,
      recoveryMs: 30_000,
      onProgress,
    });
  const { lookups, part, minutes } = values;
  const limitMs = Number(minutes) * 60_000;
  const { text, broken } = await (lookups === undefined
    ? mixed()
    : soakLookups({ lookups: Number(lookups), part: Number(part), contexts, limitMs, onProgress }));
  console.log(text);
  process.exitCode = broken.length === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? `soak: ${error.message}` : error);
  process.exitCode = 1;
} finally {
  end();
}
