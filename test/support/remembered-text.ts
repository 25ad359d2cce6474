import { Writable } from 'node:stream';
import { getHeapSnapshot, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLogger } from '../../src/core/runtime/logger.js';
import { startScope } from '../../src/core/runtime/scope.js';
import { createSingleFlight } from '../../src/core/traffic/single-flight.js';
import { createTimedCache } from '../../src/core/traffic/timed-cache.js';

// A program of its own: prints which of some texts are still in this process's memory, after they were used as
// keys and are of no more use. Its heap is small, so that it can be searched whole.

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Made at run time, so that the text stands in no source. */
const query = (name: string) =>
  ['Gabinet', name, 'Krak\u00f3w', Math.random().toString(36).slice(2)].join(' ');

const kept: string[] = [];
const holders: unknown[] = [];

async function useKeys(): Promise<string[]> {
  const texts = { inCache: query('inCache'), inFlight: query('inFlight') };
  const cache = createTimedCache<number>(3_600);
  cache.set(`name:${texts.inCache}`, 1);
  if ((await cache.get(`name:${texts.inCache}`))?.value !== 1) throw new Error('the cache forgets');
  const flights = createSingleFlight(60_000);
  const scope = startScope('1', createLogger('silent'), null);
  // Under way until the end: only its key could hold the text.
  void flights.run(`identify ${texts.inFlight}`, scope, () => new Promise(() => undefined));
  holders.push(cache, flights, scope);
  return Object.entries(texts).map(([name, text]) => `${name} ${Buffer.from(text).toString('base64')}`);
}

const encoded = await useKeys();
const control = query('control');
kept.push(control);
collectGarbage();
let heap = '';
await new Promise<void>((resolve) => {
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      heap += chunk.toString('latin1');
      done();
    },
  });
  getHeapSnapshot().pipe(sink).once('finish', resolve);
});

/** The snapshot is JSON in UTF-8; the random end of each text is ASCII. */
const isKept = (text: string) => heap.includes(text.split(' ').at(-1) ?? text);
const found = encoded.map((line) => {
  const [name = '', base64 = ''] = line.split(' ');
  return [name, isKept(Buffer.from(base64, 'base64').toString())];
});
console.log(
  JSON.stringify({ ...Object.fromEntries(found), control: isKept(control), holders: holders.length }),
);
process.exit(0);
