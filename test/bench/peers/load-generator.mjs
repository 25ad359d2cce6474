import autocannon from 'autocannon';
import { answer } from './answer.mjs';

// Runs autocannon in a process of its own: load and measurement must not share the thread of the bench. A message holds
// the options of autocannon.

/** Autocannon checks its time limit once in this many milliseconds. */
const SAMPLE_EVERY_MS = 50;

/** Milliseconds of every answer: autocannon's own percentiles are whole milliseconds. */
answer(async (order) => {
  const ms = [];
  let unexpected = '';
  const { errors, mismatches, statusCodeStats, duration } = await new Promise((resolve, reject) => {
    const running = autocannon({ ...order, sampleInt: SAMPLE_EVERY_MS, bailout: 1 }, (error, done) =>
      error === null ? resolve(done) : reject(error),
    );
    running.on('response', (_client, _status, _bytes, took) => ms.push(took));
    running.once('reqMismatch', (text) => {
      unexpected = `, one of them ${text} instead of ${order.expectBody}`;
    });
  });
  const good = statusCodeStats?.['200']?.count ?? 0;
  if (errors + mismatches > 0 || good !== ms.length)
    throw new Error(
      `${order.url}: ${ms.length} answers, ${good} with status 200, ${errors} errors, ${mismatches} other bodies${unexpected}`,
    );
  return { ms, seconds: duration };
});
