import { once } from 'node:events';
import { type IncomingMessage, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { placeIdOf } from '../../../fixtures/provider/ids.js';
import type { EvidencePack } from '../../../src/capabilities/evidence/make/make-pack.js';
import { openEvidenceKey } from '../../../src/capabilities/evidence/proof/signature.js';
import { packFailure, packResult } from '../../../src/capabilities/jobs/packed-result.js';
import { authorKey, hashKeyOf } from '../../../src/capabilities/watch/authors.js';
import { derivedColumns } from '../../../src/capabilities/watch/identity.js';
import type { Database, NewRow, Schema } from '../../../src/capabilities/watch/schema.js';
import type { Review } from '../../../src/core/reviews/review.js';
import { ENDPOINTS } from '../../../src/installed.js';
import { makeDataFolder } from '../../support/data-folder.js';
import { longestBlock, slowness } from '../../support/event-loop.js';
import { READY_SERVICES, type Services, startHttp } from '../../support/http-only.js';
import { openJobs, startJobs } from '../../support/job-databases.js';
import { isLongRun } from '../../support/long-run.js';
import { readingOf } from '../../support/place-reading.js';
import { READ_REVIEW } from '../../support/read-review.js';
import { expect, test } from '../../support/test.js';
import { versionBefore } from '../../support/watch-record.js';
import { PLACES, startWatching } from '../../support/watching.js';

// A request must not hold up the event loop, and with it the requests of all other clients. Every endpoint is asked for
// its largest answer and with its largest input, by a client that has as many watches as an owner may have, long ledgers,
// and large jobs. Endpoints that take a body get the largest bodies that they read, whatever is in them.

/** With `LONG_RUN=1`, on a quiet machine, the limit is strict, and everything is as large as it may be. */
const MAX_BLOCK_MS = isLongRun ? 50 : 150;
const SIZE = isLongRun ? 10_000 : 2_000;
const ATTEMPTS = isLongRun ? 4 : 2;
const WATCHES = SIZE;
/** Reviews, events and checks of a watch with a long record; each review has two versions. */
const RECORD = SIZE;
const NOW = Date.UTC(2026, 8, 14, 10);
const MINUTE_MS = 60_000;
/** The author of one review in every watch. */
const AUTHOR = '110483770106878901976';
/** Reviews of the longest list, and links of a large job. */
const LIST = SIZE;
const JOB_LINKS = SIZE;

async function insert<Table extends keyof Schema>(
  db: Database,
  table: Table,
  rows: readonly NewRow<Table>[],
) {
  for (let at = 0; at < rows.length; at += 500)
    await db
      .insertInto(table)
      .values(rows.slice(at, at + 500) as never)
      .execute();
}

/** The client of the first watches, which have long records. */
const CLIENT = 'Klient';
const CLIENT_WATCHES = 3;
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const longText = (at: number) => `Zmyślona opinia ${'o pierogach '.repeat(15)}${at}`;

/** Watches of all states with reviews and events; those with a long record are `w_0` to `w_<records - 1>`. */
async function fillWatches(db: Database, owner: string, records: number): Promise<void> {
  const author = authorKey(await hashKeyOf(db), AUTHOR);
  const watches = many(WATCHES, (at): NewRow<'watch'> => {
    const row = {
      id: `w_${at}`,
      owner,
      kind: 'place' as const,
      subject: placeIdOf(`0x1:0x${(at + 16).toString(16)}`),
      client: at < CLIENT_WATCHES ? CLIENT : null,
      ...{ label: `Lokal ${at}`, note: `Notatka ${at}`, interval_minutes: 1_440, evidence: 'never' as const },
      ...{ created_at: NOW, due_at: NOW + at, checked_at: NOW - 3_600_000 - at },
      proven_at: at % 5 === 0 ? null : NOW,
      paused_at: at % 7 === 0 ? NOW : null,
      trouble_since: at % 11 === 0 ? NOW : null,
      place: JSON.stringify({ name: `Lokal „Zmyślony” ${at}`, rating: 4.5, reviewCount: 200, notices: [] }),
    };
    return { ...row, ...derivedColumns(row) };
  });
  await insert(db, 'watch', watches);
  const review = (watch: string, at: number): NewRow<'review'> => ({
    watch_id: watch,
    review_id: `ChZDSUhNMG9nS0VJQ0FnSUN3${at}`,
    url: `https://www.google.com/maps/reviews/${at}`,
    status: at % 9 === 0 ? 'not_visible' : at % 13 === 0 ? 'missing' : 'visible',
    ...{ author_key: `key ${at}`, reason: at % 9 === 0 ? 'no_rating' : null },
    ...{ status_at: NOW - at, first_seen_at: NOW - at * MINUTE_MS, last_seen_at: NOW },
    ...{ version: 2, version_at: NOW, read_at: NOW, stars: 5, photos: 1, reply: null },
    ...{ text: longText(at), author: 'Anna Zmyślona', date_text: 'rok temu' },
  });
  await insert(
    db,
    'review',
    many(WATCHES - records, (at) => ({ ...review(`w_${at + records}`, at), author_key: author })),
  );
  let seq = 0;
  const nextSeq = () => {
    seq += 1;
    return seq;
  };
  const event = (watch: string, at: number): NewRow<'event'> => ({
    seq: nextSeq(),
    id: `e_${seq}`,
    watch_id: watch,
    owner,
    at: NOW - at * MINUTE_MS,
    type: 'review.appeared',
    review_id: `ChZDSUhNMG9nS0VJQ0FnSUN3${at}`,
    before: null,
    after: '{"stars":5,"text":"Dobre pierogi"}',
    ...{ check_id: 'c', evidence: null, text: longText(at) },
    was: versionBefore({ stars: 5, text: longText(at), author: 'Anna Zmyślona' }),
  });
  await insert(
    db,
    'event',
    many(WATCHES * 2, (at) => event(`w_${(at * 7) % WATCHES}`, at % 10)),
  );
  for (let record = 0; record < records; record += 1) {
    const id = `w_${record}`;
    await insert(
      db,
      'review',
      many(RECORD, (at) => review(id, at)),
    );
    await insert(
      db,
      'event',
      many(RECORD, (at) => event(id, at)),
    );
    await insert(
      db,
      'watch_check',
      many(
        RECORD,
        (at): NewRow<'watch_check'> => ({
          id: `c_${record}_${at}`,
          watch_id: id,
          at: NOW - at * 60 * MINUTE_MS,
          trouble: null,
          ...{ complete: 1, read: RECORD, review_count: RECORD, rating: 4.5 },
        }),
      ),
    );
  }
}

/** A review with texts of some length. */
const longReview = (at: number): Review => ({
  ...READ_REVIEW,
  id: `ChZDSUhNMG9nS0VJQ0FnSUN3${at}`,
  text: `${at} ${'Zmyślona opinia o „pierogach”. '.repeat(20)}`,
  url: `https://www.google.com/maps/reviews/${at}`,
  photos: many(2, (photo) => ({
    url: `https://lh5.example/${at}/${photo}`,
    thumbnailUrl: `https://lh5.example/${at}/${photo}=w1`,
  })),
  ownerReply: { text: 'Dziękujemy za opinię. '.repeat(5), cut: null, dateText: 'rok temu' },
  hasNoReply: false,
});

const FOUND = {
  ...({ placeId: PLACES[0] ?? '', featureId: '0x1:0x2', source: 'place_id', candidates: [] } as const),
  cache: { outcome: 'none', ageSeconds: 0 } as const,
  reading: { ...readingOf({ name: 'Lokal „Zmyślony”', rating: 4.6 }), notices: [] },
};

/** A pack of 5 MB, as long as packs are. */
const PACK: EvidencePack = {
  ...{ verdict: { is_visible: true, reason: 'visible' }, place: 'Lokal', author: 'Anna', madeAt: NOW },
  zip: Array.from({ length: 80 }, () => new Uint8Array(65_536)),
};

/** Services whose places and reviews are as long as they may be. */
function largestServices(folder: string): Pick<Services, 'finder' | 'reviews' | 'evidence' | 'inspector'> {
  const reviews = many(LIST, longReview);
  return {
    finder: { find: async () => FOUND, findDetails: async () => FOUND, detailsOf: async () => FOUND },
    reviews: {
      list: async ({ placeRef, maxPages }, _scope, emit) => {
        for (let page = 1; page <= maxPages; page += 1) {
          // A page comes with an answer of the provider: other events run before it.
          await setImmediate();
          for (const review of reviews.slice((page - 1) * 200, page * 200))
            await emit({ kind: 'review', review });
          await emit({ kind: 'progress', page, read: page * 200, total: LIST });
        }
        return {
          ...{ placeId: placeRef, returned: maxPages * 200, read: maxPages * 200, total: LIST },
          ...{ pagesFetched: maxPages, unread: 0 },
          ...{ complete: true, stopReason: 'end', notices: [], controls: [] },
        };
      },
    },
    inspector: {
      ...READY_SERVICES.inspector,
      details: (link, scope) => READY_SERVICES.inspector.visibility(link, scope),
    },
    evidence: {
      ...READY_SERVICES.evidence,
      key: () => openEvidenceKey(join(folder, 'key.pem')),
      make: async () => PACK,
      print: async (page) => Buffer.from(page),
    },
  };
}

/** Jobs of `owner`: `list` has a list of 10,000 reviews, `links` many verdicts, `open_<at>` many links that wait. */
async function fillJobs(
  db: Awaited<ReturnType<typeof openJobs>>['db'],
  { id, owner }: { readonly id: string; readonly owner: string },
  services: ReturnType<typeof largestServices>,
) {
  const template = await db.selectFrom('job').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const add = async (rows: readonly (Partial<typeof template> & { readonly id: string })[]) => {
    for (let at = 0; at < rows.length; at += 500) {
      const some = rows.slice(at, at + 500).map((row) => ({ ...template, owner, ...row }));
      await db.insertInto('job').values(some).execute();
    }
  };
  const addLinks = async (job: string, count: number, row: (at: number) => object) => {
    for (let at = 0; at < count; at += 500)
      await db
        .insertInto('job_link')
        .values(
          many(Math.min(500, count - at), (offset) => {
            const number = at + offset;
            const input = `https://maps.app.goo.gl/Zmyslony${number}`;
            return { job_id: job, number, line: number + 1, input, ...row(number) };
          }),
        )
        .execute();
  };
  await add(many(1_000, (at) => ({ id: `small_${at}`, created_at: template.created_at - at })));
  await add([
    { id: 'list', type: 'place-reviews', total: 1, done: 1, rows: LIST },
    { id: 'links', type: 'review-visibility', total: JOB_LINKS, done: JOB_LINKS, rows: JOB_LINKS },
  ]);
  const http = await startHttp(services);
  const { text } = await http.ask(`/api/place-reviews?placeid=${PLACES[0]}&max_pages=${LIST / 200}`);
  await http.close();
  const packed = await packResult({ ...JSON.parse(text).data, checked_at_utc: '2026-09-14T10:00:00.000Z' });
  await addLinks('list', 1, () => ({ position: 1, data: packed }));
  const verdict = Buffer.from(
    JSON.stringify({
      ...{ is_visible: true, visibility_reason: 'visible', checked_at_utc: '2026-09-14T10:00:00.000Z' },
      ...{ review: null, author_id: AUTHOR },
    }),
  );
  await addLinks('links', JOB_LINKS, (at) => ({ position: at + 1, data: verdict }));
  const failure = packFailure(
    { code: 'provider_unavailable', message: 'x', reason: 'other', values: {} },
    NOW,
  );
  for (let attempt = 0; attempt < ATTEMPTS * 2; attempt += 1) {
    const job = `open_${attempt}`;
    const running = { state: 'running', ended_at: null, expires_at: null } as const;
    await add([{ id: job, type: 'review-visibility', total: JOB_LINKS, ...running }]);
    const waiting = { attempts: 1, due_at: Date.now() + 10_000_000, failing_since: NOW, data: failure };
    await addLinks(job, JOB_LINKS, () => waiting);
  }
}

interface Asked {
  /** Below `/api/`, unless it begins with a slash. */
  readonly path: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}
/** One request, or one for each attempt if a request has an effect only once. */
type Largest = Asked | ((attempt: number) => Asked);
const paths = (begin: string, ends: readonly string[]): Asked[] => ends.map((end) => ({ path: begin + end }));

const LINK = `https://www.google.com/maps/reviews/${'x'.repeat(2_000)}`;
const LONG_NAME = encodeURIComponent('ą '.repeat(1_000));
const LINES = { Accept: 'application/x-ndjson' };
const importedBy = (attempt: number) => ({
  watches: many(1_000, (at) => ({
    subject: placeIdOf(`0x3:0x${(attempt * 1_000 + at + 1).toString(16)}`),
    label: 'x'.repeat(100),
  })),
});
const UNSENT = '/api/channels/unknown';

const MEBIBYTE = 1_048_576;
/** MiB of lists that are read while they arrive, and of lists whose many entries are stored. */
const MOST = isLongRun ? 64 : 8;
const [STORED, LINES_ONLY] = isLongRun ? [16, 1] : [2, 1 / 8];
/** A text of almost this many MiB. */
const filled = (mebibytes: number, begin: string, unit: string, end = '') => {
  const room = mebibytes * MEBIBYTE - begin.length - end.length;
  return begin + unit.repeat(Math.floor(room / unit.length)) + end;
};
const JOB_LINK = `https://www.google.com/maps/reviews/data=${'x'.repeat(60)}`;
const fields = (count: number) => `{${many(count, (at) => `"k${at}":1`).join(',')}}`;
const jobOf = (unit: string) => filled(8, '{"type":"place-details","urls":["a"', unit, ']}');
const bulkOf = (unit: string) => filled(1, '{"urls":["a"', unit, ']}');
/** The same request with each of these bodies, which are made when they are sent. */
const each = (asked: Asked, bodies: readonly (() => string)[]): Largest[] =>
  bodies.map((body) => () => ({ ...asked, body: body() }));
const DETAILS_UPLOAD = 'jobs?type=place-details';

/** The largest requests of every endpoint, by its id in the OpenAPI document. */
const LARGEST: Readonly<Record<string, readonly Largest[]>> = {
  search: paths('search?query=', [LONG_NAME]),
  details: paths('details?placeid=', [PLACES[0] ?? '']),
  all: paths('all?url=', [LONG_NAME]),
  convert: [
    { path: 'convert', body: { place_id: PLACES[0] } },
    ...each({ path: 'convert', status: 400 }, [() => fields(5_000)]),
  ],
  placeReviews: [
    { path: `place-reviews?placeid=${PLACES[0]}&max_pages=${LIST / 200}` },
    { path: `place-reviews?placeid=${PLACES[0]}&max_pages=${LIST / 200}`, headers: LINES },
  ],
  reviewVisibility: paths('review-visibility?url=', [encodeURIComponent(LINK)]),
  reviewDetails: paths('review-details?url=', [encodeURIComponent(LINK)]),
  bulkReviewVisibility: [
    ...['application/json', 'application/x-ndjson'].map((Accept) => ({
      ...{ path: 'review-visibility', headers: { Accept } },
      body: { urls: many(1_000, (at) => `https://www.google.com/maps/reviews/${at}${'x'.repeat(900)}`) },
    })),
    ...each({ path: 'review-visibility', status: 400 }, [() => bulkOf(',{}')]),
  ],
  reviewEvidence: paths('review-evidence?url=', [encodeURIComponent(LINK)]),
  evidenceKey: paths('evidence-key', ['']),
  createJob: [
    {
      ...{ path: 'jobs', status: 202 },
      body: { type: 'place-details', urls: many(JOB_LINKS, (at) => `Lokal ${at} ${'x'.repeat(200)}`) },
    },
    {
      ...{ path: 'jobs?type=place-details', status: 202, type: 'application/x-ndjson' },
      body: `{"columns":["Lokal","Link"]}\n${many(JOB_LINKS, (at) => `{"url":"https://maps.google.com/?cid=${at + 1}","cells":["Lokal ${at}",null]}\n`).join('')}`,
    },
    ...each({ path: 'jobs', status: 400 }, [
      () => jobOf(',""'),
      () => jobOf(',{}'),
      () => filled(8, '{"urls":["', '\\u0001', '"]}'),
      () => '['.repeat(8 * MEBIBYTE),
      () => fields(600_000),
    ]),
    ...each({ path: 'jobs', status: 202 }, [() => jobOf(`,"${JOB_LINK}"`)]),
    ...each({ path: DETAILS_UPLOAD, status: 202, type: 'text/plain' }, [
      () => filled(STORED, '', `${JOB_LINK}\n`),
      () => filled(MOST, '', `${'\u0001'.repeat(8_000)}\n`),
      () => filled(MOST, '', 'x'),
      () => filled(LINES_ONLY, '', 'x\n'),
    ]),
    ...each({ path: DETAILS_UPLOAD, status: 400, type: 'text/plain' }, [() => filled(MOST, '', '\n', 'x')]),
    // Each row has more columns than are allowed.
    ...each({ path: DETAILS_UPLOAD, status: 400, type: 'application/x-ndjson' }, [
      () => filled(MOST, '{"columns":["a"]}\n', `{"url":"a","cells":[${'1,'.repeat(4_000)}1]}\n`),
    ]),
  ],
  listJobs: paths('jobs', ['', '?limit=1000']),
  jobStatus: paths('jobs/', ['links', 'open_0']),
  jobResults: ['list', 'links'].flatMap((job) =>
    paths(`jobs/${job}/results?format=`, ['ndjson', 'csv', 'xlsx', 'xlsx&lang=pl']),
  ),
  finishJob: [(attempt) => ({ path: `jobs/open_${attempt * 2}/finish`, body: undefined })],
  cancelJob: [(attempt) => ({ path: `jobs/open_${attempt * 2 + 1}` })],
  addWatch: [
    (attempt) => ({
      ...{ path: 'watches', status: 201 },
      body: { subject: placeIdOf(`0x2:0x${attempt + 1}`), note: 'ą'.repeat(1_000) },
    }),
  ],
  importWatches: [
    (attempt) => ({ path: 'watches/import', body: importedBy(attempt) }),
    { path: 'watches/import', body: importedBy(0) },
  ],
  listWatches: paths('watches?limit=500', [
    ...['', '&state=new', '&state=watching', '&state=trouble', '&state=paused', '&kind=place'],
    ...['&kind=review', '&query=lokal', '&query=nic', '&after=NEXT'],
  ]),
  getWatch: paths('watches/', ['w_0']),
  changeWatch: [{ path: 'watches/w_0', body: { label: 'Inna' } }],
  removeWatch: [(attempt) => ({ path: `watches/w_${attempt + 1}` })],
  checkWatch: [{ path: 'watches/w_8/check', status: 202 }],
  watchReviews: paths('watches/w_0/reviews?limit=200', ['', '&status=visible', '&status=not_visible']),
  watchEvents: paths('watches/w_0/events?limit=500', ['', '&order=newest']),
  listEvents: paths('events?limit=500', [
    ...['', '&order=newest', '&order=newest&types=review.appeared'],
    '&order=newest&from=2020-01-01&max_stars=5&done=false',
  ]),
  markEvents: [
    { path: 'events/done', body: { ids: Array.from({ length: 1_000 }, (_, at) => `e_${at + 1}`) } },
  ],
  eventEvidence: [{ path: 'events/e_1/evidence', status: 404 }],
  watchExport: paths('watches/w_0/export?from=2020-01-01&format=', [
    ...['json', 'json&authors=names', 'xlsx', 'pdf'],
  ]),
  clientExport: paths(`client-export?client=${CLIENT}&from=2020-01-01&format=`, [
    'pdf',
    'xlsx&authors=names',
    'json',
  ]),
  authorData: paths('author-data?author=', [AUTHOR]),
  forgetAuthor: [{ path: 'forget-author', body: { author: AUTHOR } }],
  addChannel: [{ path: 'channels', body: { kind: 'webhook', target: 'x'.repeat(2_000) }, status: 400 }],
  listChannels: paths('channels', ['']),
  changeChannel: [{ path: UNSENT, body: { lang: 'en' }, status: 404 }],
  removeChannel: [{ path: UNSENT, status: 404 }],
  testChannel: [{ path: `${UNSENT}/test`, status: 404 }],
  listOwners: paths('owners', ['']),
  removeOwner: [{ path: 'owners/unknown', status: 404 }],
  // The doctor of this test examines nothing; its answer has a few dozen lines.
  doctor: paths('doctor?last=', ['true']),
  info: paths('info', ['']),
  capabilities: paths('capabilities', ['']),
  openapi: paths('openapi.json', ['']),
  mcp: [
    {
      path: '/mcp',
      headers: { Accept: 'application/json, text/event-stream' },
      body: {
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'place_reviews', arguments: { place_id: PLACES[0], limit: 200 } },
      },
    },
  ],
  alive: paths('/healthz', ['']),
  ready: paths('/readyz', ['']),
  metrics: paths('/metrics', ['']),
};

/** The bytes of a body. They are made before the measurement: the client is in the process of the service. */
const sentOf = (body: unknown): Buffer =>
  Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

/** A client that keeps the bytes of the answer as they come, so that it takes no time of the process itself. */
async function send(
  port: number,
  path: string,
  { body, ...options }: { readonly method: string; readonly headers: object; readonly body?: Buffer },
) {
  const sent = request({ host: '127.0.0.1', port, path, agent: false, ...options } as RequestOptions);
  sent.end(body);
  // A body that is refused early is cut off: its answer has come before.
  sent.on('error', () => undefined);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part);
  return { status: answer.statusCode, parts };
}

test('every endpoint has its largest requests here', () => {
  expect(Object.keys(LARGEST).sort()).toEqual(ENDPOINTS.map(({ id }) => id).sort());
});

/** The HTTP layer on full databases of watches and jobs. Answers with another status than expected are in `failed`. */
async function startLargest() {
  const folder = makeDataFolder();
  const services = largestServices(folder);
  const settings = { WATCH_LIMIT: '0', PROVIDER_LOADS_PER_MINUTE: '0' };
  const watching = await startWatching(settings, services.evidence, { now: () => NOW });
  const database = await openJobs(`sqlite:${join(folder, 'jobs.db')}`);
  const limits = { concurrency: 0, maxOpenLinks: Number.POSITIVE_INFINITY };
  const { jobs, worker } = await startJobs(database, limits);
  const http = await startHttp({ watch: watching.watch, jobs, ...services });
  const failed: string[] = [];
  const ask = async (method: string, { path, body, type, status = 200, headers }: Asked) => {
    const answer = await send(http.port, path.startsWith('/') ? path : `/api/${path}`, {
      ...{ method, headers: { 'Content-Type': type ?? 'application/json', ...headers } },
      ...(body !== undefined && { body: sentOf(body) }),
    });
    const text = () => Buffer.concat(answer.parts).toString();
    if (answer.status !== status)
      failed.push(`${answer.status} ${method} ${path.slice(0, 80)}: ${text().slice(0, 300)}`);
    return text;
  };
  await ask('POST', { path: 'watches', body: { subject: PLACES[0] }, status: 201 });
  const { owner } = await watching.db.selectFrom('watch').select('owner').executeTakeFirstOrThrow();
  await watching.db.transaction().execute((own) => fillWatches(own, owner, ATTEMPTS + 1));
  const job = { path: 'jobs?type=place-reviews', type: 'text/plain', body: '\u0001', status: 202 };
  const { id } = JSON.parse((await ask('POST', job))()).data;
  const begun = database.db.selectFrom('job').select(['id', 'owner']).where('id', '=', id);
  const first = await begun.executeTakeFirstOrThrow();
  await database.db.transaction().execute((own) => fillJobs(own, first, services));
  return {
    ...{ ask, failed },
    /** The second page of watches. */
    next: JSON.parse((await ask('GET', { path: 'watches?limit=500' }))()).data.next as string,
    [Symbol.asyncDispose]: async () => {
      await http.close();
      await worker.finish(1_000);
      await database.close();
      await watching.close();
    },
  };
}

/** Requests that delete come last. */
const LAST = ['finishJob', 'cancelJob', 'removeWatch', 'forgetAuthor'];

test(`no request holds up the event loop for ${MAX_BLOCK_MS} ms`, { tag: '@gate' }, async () => {
  test.setTimeout(isLongRun ? 900_000 : 300_000);
  await using largest = await startLargest();
  const { ask, failed, next } = largest;
  const figures: string[] = [];
  /** The longest block of a request: the best attempt counts, and a block beyond the limit is compared. */
  const measure = async (method: string, number: number, one: Largest) => {
    let name = '';
    let least = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS && least >= MAX_BLOCK_MS; attempt += 1) {
      const { path, ...rest } = typeof one === 'function' ? one(attempt) : one;
      name ||= `${method} ${path.slice(0, 80)} (${number})`;
      const asking = { path: path.replace('NEXT', next), ...rest };
      const body = asking.body === undefined ? undefined : sentOf(asking.body);
      const longest = await longestBlock(() => ask(method, { ...asking, body }));
      least = Math.min(least, longest < MAX_BLOCK_MS ? longest : longest / slowness());
    }
    figures.push(`${Math.round(least)} ms ${name}`);
    if (least >= MAX_BLOCK_MS) failed.push(`${name}: ${Math.round(least)} ms`);
  };
  const ordered = [
    ...ENDPOINTS.filter(({ id }) => !LAST.includes(id)),
    ...ENDPOINTS.filter((endpoint) => LAST.includes(endpoint.id)),
  ];
  for (const { id, method } of ordered)
    for (const [at, one] of (LARGEST[id] ?? []).entries()) await measure(method.toUpperCase(), at + 1, one);
  if (isLongRun || failed.length > 0) process.stdout.write(`${figures.join('\n')}\n`);
  expect(failed).toEqual([]);
});
