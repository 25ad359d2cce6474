import process from 'node:process';
import autocannon from 'autocannon';

// Runs autocannon in a process of its own: load and measuring must not share the runner's thread. Takes an order
// (autocannon's options) and sends back what came of it, or a string that says what went wrong. Ends with its parent.

/** Autocannon looks whether its time is over once in so many milliseconds. */
const SAMPLE_EVERY_MS = 50;

process.on('message', (order) => {
  run(order).then(
    (load) => process.send?.(load),
    (error) => process.send?.(String(error)),
  );
});
process.once('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
process.send?.('ready');

/** Milliseconds of every answer: autocannon's own percentiles are whole milliseconds. */
async function run(order) {
  const ms = [];
  let unexpected = '';
  const result = await new Promise((resolve, reject) => {
    const running = autocannon({ ...order, sampleInt: SAMPLE_EVERY_MS, bailout: 1 }, (error, done) =>
      error === null ? resolve(done) : reject(error),
    );
    running.on('response', (_client, _status, _bytes, took) => ms.push(took));
    running.once('reqMismatch', (text) => {
      unexpected = `, one of them ${text} instead of ${order.expectBody}`;
    });
  });
  const { errors, mismatches, statusCodeStats, duration } = result;
  const good = statusCodeStats?.['200']?.count ?? 0;
  if (errors + mismatches > 0 || good !== ms.length)
    throw new Error(
      `${order.url}: ${ms.length} answers, ${good} with status 200, ${errors} errors, ${mismatches} other bodies${unexpected}`,
    );
  return { ms, seconds: duration };
}
