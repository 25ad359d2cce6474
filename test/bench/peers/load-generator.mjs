import autocannon from 'autocannon';
import { serve } from './serve.mjs';

// Runs autocannon in a process of its own: load and measurement must not share the thread of the bench.

/** Autocannon checks its time limit once in this many milliseconds. */
const SAMPLE_EVERY_MS = 50;

/** Takes options of autocannon as JSON. Milliseconds of every answer: autocannon's own percentiles are whole milliseconds. */
async function load(order) {
  const options = { ...JSON.parse(order), sampleInt: SAMPLE_EVERY_MS, bailout: 1 };
  const ms = [];
  let unexpected = '';
  const { errors, mismatches, statusCodeStats, duration } = await new Promise((resolve, reject) => {
    const running = autocannon(options, (error, done) => (error === null ? resolve(done) : reject(error)));
    running.on('response', (_client, _status, _bytes, took) => ms.push(took));
    running.once('reqMismatch', (text) => {
      unexpected = `, one of them ${text} instead of ${options.expectBody}`;
    });
  });
  const good = statusCodeStats?.['200']?.count ?? 0;
  if (errors + mismatches > 0 || good !== ms.length)
    throw new Error(
      `${options.url}: ${ms.length} answers, ${good} with status 200, ${errors} errors, ${mismatches} other bodies${unexpected}`,
    );
  return { ms, wallMs: duration * 1000 };
}

serve({ '/api/load': load });
