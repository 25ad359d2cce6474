import { Pool } from 'undici';
import { quantile } from './statistics.js';

// Asks one address over and over, from a process of its own. Takes an Order, sends back a Load (or a string: what
// went wrong), and ends when the parent is gone.

/** What to ask, over how many connections, each asking again as soon as it is answered. */
export interface Order {
  readonly origin: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body: string | null;
  readonly connections: number;
  readonly seconds: number;
}

/** What came of it; milliseconds. */
export interface Load {
  readonly answers: number;
  readonly seconds: number;
  readonly p50: number;
  readonly p99: number;
  /** The body of every answer: they must be the same. */
  readonly text: string;
}

process.on('message', (order: Order) => {
  run(order).then(
    (load) => process.send?.(load),
    (error) => process.send?.(String(error)),
  );
});
process.once('disconnect', () => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.send?.('ready');

async function run({ origin, path, method, body, connections, seconds }: Order): Promise<Load> {
  const pool = new Pool(origin, { connections, pipelining: 1 });
  const headers = body === null ? {} : { 'content-type': 'application/json' };
  const ask = async () => {
    const answer = await pool.request({ path, method, headers, body });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${text}`);
    return text;
  };
  try {
    const text = await ask();
    const ms: number[] = [];
    const startedAt = performance.now();
    const endAt = startedAt + seconds * 1000;
    const worker = async () => {
      for (let since = performance.now(); since < endAt; since = performance.now()) {
        const answered = await ask();
        if (answered !== text) throw new Error(`${path} answers differ: ${answered} and ${text}`);
        ms.push(performance.now() - since);
      }
    };
    await Promise.all(Array.from({ length: connections }, worker));
    const passed = (performance.now() - startedAt) / 1000;
    return { answers: ms.length, seconds: passed, p50: quantile(ms, 0.5), p99: quantile(ms, 0.99), text };
  } finally {
    await pool.destroy();
  }
}
