import assert from 'node:assert/strict';
import { highestPss, inTurns, measureCpu } from './measure.js';
import { type Arena, ask, OPTIONS, type Served, startService } from './processes.js';
import { type Goal, type Section, table } from './report.js';
import { median, numberText, spreadText } from './statistics.js';
import { type ListedPlace, LONG_LIST, MIDDLE_LIST, SHORT_LIST } from './workload.js';

const LISTS = OPTIONS.quick ? [SHORT_LIST] : [SHORT_LIST, MIDDLE_LIST, LONG_LIST];

/** Measures what a review of a list costs, which must not grow with the list. */
export async function measureReviews(arena: Arena): Promise<Section> {
  const service = await startService(arena);
  const done = await inTurns(LISTS, OPTIONS.quick ? 1 : 2, async (place) => {
    const run = { ms: 0, cpuMs: 0 };
    const pss = await highestPss(service.pid, async () => {
      Object.assign(run, await measureCpu(service.pid, () => readList(service, place)));
    });
    return { ...run, pss };
  });
  const rows = [...done].map(([{ reviews }, runs]) => ({ reviews, runs }));
  const each = ({ reviews, runs }: (typeof rows)[number]) => median(runs.map(({ ms }) => ms)) / reviews;
  const [short, ...long] = rows;
  return {
    goals: long.map(
      (row): Goal => [
        `${row.reviews} reviews: time a review ÷ that of 200`,
        each(row) / (short ? each(short) : Number.NaN),
        '≤',
        1.1,
      ],
    ),
    text: [
      '### Lists of reviews',
      table(rows, {
        reviews: ({ reviews }) => numberText(reviews),
        runs: ({ runs }) => String(runs.length),
        seconds: ({ runs }) =>
          spreadText(
            runs.map(({ ms }) => ms / 1000),
            2,
          ),
        'CPU ms a review': ({ runs, reviews }) =>
          spreadText(
            runs.map(({ cpuMs }) => cpuMs / reviews),
            1,
          ),
        'highest memory, MB': ({ runs }) => spreadText(runs.map(({ pss }) => pss)),
      }),
    ].join('\n\n'),
  };
}

/** Reads a list as a stream, as long lists should be: its milliseconds. */
async function readList(service: Served, { placeId, reviews }: ListedPlace) {
  const since = performance.now();
  const path = `/place-reviews?max_pages=50&placeid=${placeId}`;
  const text = await (await ask(service, { path, accept: 'application/x-ndjson' })).text();
  const last = JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
  assert.equal(last.reviews_read, reviews, `/place-reviews ended with ${text.slice(-300)}`);
  return { ms: performance.now() - since };
}
