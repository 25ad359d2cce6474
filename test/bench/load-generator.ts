import autocannon from 'autocannon';
import { quantile } from './statistics.js';

// Runs autocannon in a process of its own: load and measuring must not share the runner's thread.
// Takes an Order and sends back a Load, or a string that says what went wrong. Ends with its parent.

/** The request to repeat, over how many connections and for how long, and the body that every answer must have. */
export type Order = Pick<autocannon.Options, 'method' | 'headers' | 'body'> &
  Required<Pick<autocannon.Options, 'url' | 'expectBody' | 'connections' | 'duration'>>;

/** Latencies are in milliseconds. */
export interface Load {
  readonly answers: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
}

/** Autocannon looks whether its time is over once in so many milliseconds. */
const SAMPLE_EVERY_MS = 50;

process.on('message', (order: Order) => {
  run(order).then(
    (load) => process.send?.(load),
    (error) => process.send?.(String(error)),
  );
});
process.once('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.('ready');

async function run(order: Order): Promise<Load> {
  // Autocannon's own percentiles are whole milliseconds, but its `response` event has the fractions.
  const ms: number[] = [];
  let unexpected = '';
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon({ ...order, sampleInt: SAMPLE_EVERY_MS, bailout: 1 }, (error, done) =>
      error === null ? resolve(done) : reject(error),
    );
    running.on('response', (_client, _status, _bytes, took) => ms.push(took));
    running.once('reqMismatch', (text: string) => {
      unexpected = `, one of them ${text} instead of ${order.expectBody}`;
    });
  });
  const { errors, mismatches, statusCodeStats, duration } = result;
  const good = statusCodeStats?.['200']?.count ?? 0;
  if (errors + mismatches > 0 || good !== ms.length)
    throw new Error(
      `${order.url}: ${ms.length} answers, ${good} with status 200, ${errors} errors, ${mismatches} other bodies${unexpected}`,
    );
  return { answers: good, seconds: duration, p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) };
}
