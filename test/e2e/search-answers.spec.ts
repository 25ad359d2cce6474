import { expect } from '@playwright/test';
import type { StandIn } from '../../fixtures/provider/server.js';
import { test } from '../support/service.js';

// "Nothing found" is reported only on the provider's own statement, twice, in two contexts (verdicts.md, rules 1, 2, 4).

type Fault = Parameters<StandIn['fault']>[0];

const NAME = '/api/search?query=pierogarnia%20krak%C3%B3w';
const UNKNOWN_ID = '/api/details?placeid=ChIJAQAAAAAAAAERAgAAAAAAAAI';
const CID = '/api/search?query=4565666864068316694';

const isSearchData = (_host: string, path: string) => path.startsWith('/search?');
const isSearchPage = (_host: string, path: string) => path.startsWith('/maps/search');
const isLocate = (_host: string, path: string) => path.startsWith('/maps/rpc/locate');

const GUARD = ")]}'\n";
const json = (body: string) =>
  ({ kind: 'body', contentType: 'application/json; charset=UTF-8', body }) as const;
const arrayOf = (length: number, values: Record<number, unknown>) =>
  GUARD + JSON.stringify(Array.from({ length }, (_, index) => values[index] ?? null));
const ECHO = ['nic', [[null, null, ['nic', 0]]], null, 1];
/** A result that cannot be read. Every shape: test/core/places/wire/search-envelope.spec.ts. */
const UNREADABLE = arrayOf(67, { 0: ECHO, 64: [[null, [1, 2, 3]]] });

const NOT_PROPER = {
  status: 503,
  body: {
    error: { code: 'provider_unavailable', message: expect.stringContaining('did not answer properly') },
  },
};

test('returns 503 when the answer of a search or of a CID cannot be read', async ({ service, standIn }) => {
  for (const path of [NAME, UNKNOWN_ID]) {
    standIn.fault({ ...json(UNREADABLE), match: isSearchData });
    expect(await service.get(path), path).toMatchObject(NOT_PROPER);
  }
  standIn.fault({ ...json(UNREADABLE), match: isLocate });
  // The map stays empty, also for the control.
  expect(await service.get(CID)).toMatchObject(UNAVAILABLE);
});

const SEARCH = "fetch('/search?tbm=map&q=nic').then((answer) => answer.text())";
const NOT_SHOWN = '<p>Mapy Google nie mogą znaleźć: nic</p>';
const documentOf = (
  script: string,
  body = NOT_SHOWN,
): Pick<Fault & { kind: 'body' }, 'kind' | 'contentType' | 'body'> => ({
  kind: 'body',
  contentType: 'text/html; charset=UTF-8',
  body: `<!DOCTYPE html><body>${body}<script>window.APP_INITIALIZATION_STATE=[];window.APP_FLAGS=1;${script}</script></body>`,
});

const NOTHING = '/api/search?query=nic';

test('returns 404 by the words of the page, whatever the search answer is', async ({ start, standIn }) => {
  // Earlier tests contradict themselves, after which the words of a page are not enough for a while.
  const fresh = await start();
  const nothing = { status: 404, body: { error: { code: 'no_results' } } };
  standIn.fault({ ...documentOf(SEARCH), match: isSearchPage });
  expect(await fresh.get(NOTHING)).toMatchObject(nothing);
  // A form that nobody has recorded.
  standIn.fault({ ...json(arrayOf(20, { 0: ECHO })), match: isSearchData });
  expect(await fresh.get(NOTHING)).toMatchObject(nothing);
});

const TOAST =
  "const toast=document.body.appendChild(document.createElement('div'));toast.setAttribute('role','alert');toast.textContent='Błąd serwera. Spróbuj ponownie później.';";
/** As far as Chromium decides what is seen of a page; what follows from it: test/core/places/nothing-found.spec.ts. */
const TROUBLES: readonly (readonly [string, ReturnType<typeof documentOf>, Fault?])[] = [
  [
    'a toast told of a server error and closed by itself',
    // As soon as the service watches the page, which begins late on a slow machine.
    documentOf(
      `${TOAST}const close=()=>{if(document[Symbol.for('place-lookup')]===undefined)return setTimeout(close,10);toast.remove();${SEARCH}};close();`,
    ),
  ],
  [
    'the page asked for led to another search',
    documentOf(SEARCH),
    {
      kind: 'redirect',
      to: 'https://www.google.com/maps/search/cos+innego',
      match: (_host, path) => path.startsWith('/maps/search/?'),
    },
  ],
];

for (const [what, document, fault] of TROUBLES)
  test(`returns 503, not 404, after ${what}`, async ({ service, standIn }) => {
    if (fault !== undefined) standIn.fault(fault);
    standIn.fault({ ...document, match: isSearchPage });
    expect(await service.get(NOTHING)).toMatchObject(UNAVAILABLE);
  });

test('never says "nothing found" without a rendered page', async ({ start, standIn }) => {
  const service = await start({}, undefined, { usesFastPath: true });
  const empty = JSON.stringify([null, null, arrayOf(67, { 0: ECHO })]);
  const page = documentOf('').body as string;
  standIn.fault({
    kind: 'body',
    contentType: 'text/html; charset=UTF-8',
    body: page.replace('STATE=[]', `STATE=[null,null,null,${empty}]`),
    match: isSearchPage,
    times: 1,
  });
  expect(await service.get(NAME)).toMatchObject({ status: 200 });
});

const UNAVAILABLE = { status: 503, body: { status: 'error', error: { code: 'provider_unavailable' } } };
