import { expect } from '@playwright/test';
import { loadReviewCase } from '../../fixtures/provider/cases.js';
import type { FaultRule } from '../../fixtures/provider/faults.js';
import { frames } from '../../fixtures/provider/reviews/batch.js';
import { type Service, startService, test } from '../support/service.js';

// No log line, no metric and no state of /readyz holds a name that was asked for or that the provider sent, whatever
// goes wrong. docs/privacy.md says so for every level, so the log is read at trace, which holds all other levels.

const NAME = 'Kanarkiewicz';
const GUARD = ")]}'\n";
const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const LINK = encodeURIComponent(loadReviewCase('review--visible').link);
const NAMED_URL = encodeURIComponent(`https://www.google.com/maps/search/Gabinet+${NAME}/`);

const SEARCHES = [`/api/search?query=Gabinet%20${NAME}`, `/api/all?url=${NAMED_URL}`];
const PLACES = [`/api/details?placeid=${PLACE_ID}`];
const LISTS = [`/api/place-reviews?placeid=${PLACE_ID}&max_pages=1`];
const REVIEWS = [`/api/review-visibility?url=${LINK}`, `/api/review-details?url=${LINK}`];
/** Endpoints that read the same kind of page differ in what they make of it, not in what they log of it. */
const OF_EACH_PAGE = [SEARCHES, PLACES, LISTS, REVIEWS].map(([path = '']) => path);

type Misbehaviour = FaultRule extends infer Rule
  ? Rule extends unknown
    ? Omit<Rule, 'match'>
    : never
  : never;

/** What each kind of request is answered with; the name stands wherever an answer has room for it. */
interface Trouble {
  readonly paths: readonly string[];
  readonly match: FaultRule['match'];
  readonly answers: readonly Misbehaviour[];
}

const isPage = (_host: string, path: string) => /^\/maps\/(?:place|search|reviews)/.test(path);
const startsWith = (start: string) => (_host: string, path: string) => path.startsWith(start);
const body = (text: string, contentType = 'application/json; charset=UTF-8'): Misbehaviour => ({
  kind: 'body',
  contentType,
  body: text,
});
const json = (value: unknown) => body(GUARD + JSON.stringify(value));
const page = (state: unknown, rest = '') =>
  body(
    `<!DOCTYPE html><title>${NAME}</title><h1 class="DUwDvf">${NAME}</h1>${rest}<script>window.APP_INITIALIZATION_STATE=${JSON.stringify(state)};window.APP_FLAGS=[1];</script>`,
    'text/html; charset=UTF-8',
  );
const slots = (length: number, values: Readonly<Record<number, unknown>>) =>
  Array.from({ length }, (_, index) => values[index] ?? null);
const ECHO = [NAME, [[null, null, [NAME, 0]]], null, 1];
const LONG = `${NAME} `.repeat(40);
const PLACE_ROW = slots(20, { 10: '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16', 11: NAME });

/** Answers that no kind of data may have. */
const NO_DATA: readonly Misbehaviour[] = [body(`${GUARD}["${NAME}`), json({ [NAME]: NAME })];

const TROUBLES = {
  documents: {
    paths: OF_EACH_PAGE,
    match: isPage,
    answers: [
      { kind: 'block_page' },
      { kind: 'download' },
      { kind: 'redirect', to: `https://${NAME}.example/${NAME}` },
      { kind: 'redirect', to: `https://www.google.com/sorry/${NAME}?q=${NAME}` },
      page([NAME], `<div role="alert">${NAME}</div>`),
      page([NAME], `<a href="/httpservice/retry/enablejs?q=${NAME}">${NAME}</a>`),
    ],
  },
  searches: {
    paths: SEARCHES.slice(0, 1),
    match: startsWith('/search?tbm=map'),
    answers: [
      ...NO_DATA,
      json(slots(67, { 0: ECHO, 65: [[null, PLACE_ROW]] })),
      json(slots(67, { 0: ECHO, 64: [[null, [NAME]]] })),
      json(slots(67, { 0: ECHO })),
    ],
  },
  places: {
    paths: PLACES,
    match: startsWith('/maps/preview/place'),
    answers: [...NO_DATA, json(slots(7, { 6: slots(200, { 11: NAME, 39: LONG }) }))],
  },
  reviews: {
    paths: REVIEWS.slice(0, 1),
    match: startsWith('/maps/timeline/_rpc/pc'),
    answers: [...NO_DATA, json(slots(12, { 5: [NAME, { [NAME]: decodeURIComponent(LINK) }] }))],
  },
  batches: {
    paths: LISTS,
    match: (_host, path) => path.includes('/data/batchexecute'),
    answers: [
      ...NO_DATA,
      body(frames([null, NAME, null, null, null, true], 'x', NAME)),
      body(frames([null, null, [[[NAME]]], null, null, true], 'x')),
      body(`${GUARD}[["wrb.fr","qv9Egd",${JSON.stringify(NAME)}]]`),
    ],
  },
} satisfies Readonly<Record<string, Trouble>>;

/** Troubles of one step meet different requests, so the paths of all of them are asked at once. */
const STEPS: readonly (readonly Trouble[])[] = [
  [TROUBLES.documents],
  [TROUBLES.searches, TROUBLES.reviews, TROUBLES.batches],
  [TROUBLES.places],
];

/** What stands around the name, wherever it is found. */
const findings = (text: string) => [
  ...new Set(text.match(new RegExp(`[^\\n]{0,60}${NAME}[^\\n]{0,20}`, 'gi')) ?? []),
];

/** Everything an operator can read. */
async function visibleTo(service: Service, lines: readonly string[]): Promise<string> {
  const read = async (path: string) => (await fetch(service.url + path)).text();
  return [...lines, await read('/readyz'), await read('/metrics')].join('\n');
}

test('no log line, metric or state holds a name, whatever the answers are', async ({ standIn }) => {
  const lines: string[] = [];
  await using service = await startService(
    standIn,
    { LOG_LEVEL: 'trace', REQUEST_TIMEOUT_MS: '1500' },
    { write: (line) => lines.push(line) },
    { usesFastPath: true, listTimeoutMs: 1_500 },
  );
  let asked = 0;
  for (const troubles of STEPS) {
    const rounds = Math.max(...troubles.map(({ answers }) => answers.length));
    for (let round = 0; round < rounds; round += 1) {
      const met = troubles.filter(({ answers }) => round < answers.length);
      const repairs = met.map(({ match, answers }) =>
        standIn.fault({ ...answers[round], match } as FaultRule),
      );
      const paths = met.flatMap((trouble) => trouble.paths);
      await Promise.all(paths.map((path) => service.get(path)));
      asked += paths.length;
      for (const repair of repairs) repair();
    }
  }
  expect(findings(await visibleTo(service, lines))).toEqual([]);
  const requests = lines.filter((line) => line.includes('"msg":"request"'));
  expect(requests.length).toBeGreaterThanOrEqual(asked);
});
