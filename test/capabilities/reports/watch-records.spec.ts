import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import readXlsxFile from 'read-excel-file/node';
import { createEvidence, type Evidence } from '../../../src/capabilities/evidence/packs.js';
import { checkPack, isProven } from '../../../src/capabilities/evidence/proof/check-pack.js';
import { TOOLS } from '../../../src/capabilities/evidence/proof/node-tools.js';
import { clientExportData } from '../../../src/capabilities/reports/published.js';
import { authorKey, hashKeyOf } from '../../../src/capabilities/watch/authors.js';
import { deferred } from '../../../src/core/runtime/deferred.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { READY_SERVICES } from '../../support/http-only.js';
import { readConfig } from '../../support/read-config.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord } from '../../support/watch-record.js';
import { type CheckedAnswer, onWatching, type WatchingHttp } from '../../support/watching-http.js';

// Packs, records and data of authors over HTTP, with an SQLite file and packs below its folder.

const ID = '110483770106878901976';
const AT = Date.UTC(2026, 8, 16, 6);

interface Given extends Omit<WatchingHttp, 'ask'> {
  readonly owner: string;
  readonly record: ReturnType<typeof inventedRecord>;
  ask(
    method: 'GET' | 'POST',
    path: string,
    body?: object,
  ): Promise<
    Pick<CheckedAnswer, 'status' | 'text' | 'bytes'> & {
      type: string;
      file: string;
      data: unknown;
      error: unknown;
    }
  >;
}

const signing = () =>
  createEvidence({
    ...{ provider: UNUSED, browser: UNUSED, version: '1.0.0', log: createLogger('silent') },
    ...{
      config: readConfig({ OPERATOR_NAME: 'Biuro' }),
      keyFile: test.info().outputPath('evidence-key.pem'),
    },
  });
const UNUSED = {} as never;
const print = async (page: string) => Buffer.from(`%PDF ${page.length}`);
/** What a test replaces. */
let browser = { print };
const withRecords = (run: (given: Given) => Promise<void>) => {
  const evidence = {
    ...READY_SERVICES.evidence,
    print: (page: string) => browser.print(page),
    key: () => signing().key(),
    sealRecord: (...seal: Parameters<Evidence['sealRecord']>) => signing().sealRecord(...seal),
  };

  return onWatching({ watching: [{}, evidence] }, async (given) => {
    browser = { print };
    const owner = given.watch.ownerOf('everybody');
    const ask: Given['ask'] = async (method, path, body) => {
      const answer = await given.ask(method, path, body);
      const { 'content-type': type = '', 'content-disposition': file = '' } = answer.headers;
      const [data, error] = answer.status < 400 ? [answer.body, null] : [null, answer.body];
      const { status, text, bytes } = answer;
      return { status, text, bytes, type, file, data, error };
    };
    await run({ ...given, owner, record: inventedRecord(given.db), ask });
  });
};

const keepPack = (folder: string, name: string, text: string) => {
  mkdirSync(join(folder, 'evidence'), { recursive: true });
  writeFileSync(join(folder, 'evidence', name), text);
};

test(
  'packs of events are streamed to their owner; an event without a pack is answered in words',
  withRecords(async ({ ask, record, owner, folder }) => {
    const watch = await record.watch({ owner });
    await record.event(watch, { id: 'e_1', owner, evidence: 'e_1.zip' });
    await record.event(watch, { id: 'e_none', owner });
    await record.event(watch, { id: 'e_lost', owner, evidence: 'e_lost.zip' });
    await record.event(await record.watch({ owner: 'p' }), {
      id: 'e_other',
      owner: 'p',
      evidence: 'e_1.zip',
    });
    keepPack(folder, 'e_1.zip', 'PK of the event');
    expect(await ask('GET', 'events/e_1/evidence')).toMatchObject({
      ...{ status: 200, type: 'application/zip', text: 'PK of the event' },
      file: expect.stringMatching(/^attachment; filename="dowod-opinii-\d{4}-\d\d-\d\d-\d{6}\.zip"/),
    });
    for (const id of ['e_none', 'e_lost', 'e_other', 'e_unknown', '..%2fevidence'])
      expect(await ask('GET', `events/${id}/evidence`), id).toMatchObject({
        ...{
          status: 404,
          error: { reason: 'pack_missing', message: expect.stringContaining('EVIDENCE_MAX_MB') },
        },
      });
  }),
);

test(
  'the file of a stored pack names place, author and time, in ASCII and in their own letters',
  withRecords(async ({ ask, record, owner, folder }) => {
    const place = JSON.stringify({ name: 'Pierogarnia "Pod Żurawiem"/..' });
    const watch = await record.watch({ owner, place });
    const evidence = 'one.zip';
    const author = 'Łucja Zmyślona';
    await record.review(watch, { review_id: 'seen', first_seen_at: AT, author });
    await record.event(watch, { id: 'e_1', owner, review_id: 'seen', at: AT + 86_400_000, evidence });
    keepPack(folder, evidence, 'PK');
    const named = (day: string) =>
      `attachment; filename="dowod-opinii-pierogarnia-pod-zurawiem-lucja-zmyslona-${day}-080000.zip"; filename*=UTF-8''${encodeURIComponent(`dowod-opinii_Pierogarnia-Pod-Żurawiem_Łucja-Zmyślona_${day}-080000.zip`)}`;
    expect((await ask('GET', 'events/e_1/evidence')).file).toBe(named('2026-09-17'));
  }),
);

test(
  'the record comes as JSON, PDF and XLSX, for the period that is asked for',
  withRecords(async ({ ask, record, owner }) => {
    const watch = await record.watch({ owner, label: 'Żabka "u Jana"/..', created_at: AT });
    const review_id = await record.review(watch, {
      ...{ author_key: 'a', author: 'Jan', stars: 1, text: 'Zimne' },
    });
    await record.event(watch, { owner, at: AT, review_id });
    const path = `watches/${watch}/export`;
    const json = await ask('GET', path);
    expect(json.data).toMatchObject({
      authors: 'pseudonyms',
      from: '2026-09-16',
      reviews: [{ author: 'Autor 1' }],
    });
    const named = await ask('GET', `${path}?authors=names&lang=en&from=2026-09-16&to=2026-09-16`);
    expect(named.data).toMatchObject({ to: '2026-09-16', reviews: [{ author: 'Jan' }] });
    const pdf = await ask('GET', `${path}?format=pdf&to=2026-09-30`);
    expect(pdf).toMatchObject({
      ...{ status: 200, type: 'application/pdf', text: expect.stringMatching(/^%PDF \d{4,}$/) },
      file: 'attachment; filename="zapis-obserwacji-zabka-u-jana-2026-09-30.pdf"',
    });
    const xlsx = await ask('GET', `${path}?format=xlsx&lang=en&to=2026-09-30`);
    expect(xlsx.file).toBe('attachment; filename="watch-record-zabka-u-jana-2026-09-30.xlsx"');
    expect(xlsx.text).toMatch(/^PK/);
    for (const [query, field] of [
      ['format=doc', 'format'],
      ['authors=all', 'authors'],
      ['lang=de', 'lang'],
      ['from=2026-02-30', 'from'],
      ['to=yesterday', 'to'],
      ['from=2026-09-30&to=2026-09-01', 'from'],
    ])
      expect(await ask('GET', `${path}?${query}`), query).toMatchObject({ status: 400, error: { field } });
    expect((await ask('GET', 'watches/w_none/export')).status).toBe(404);
  }),
);

test(
  'one file has the records of all watches of a client',
  withRecords(async ({ ask, record, owner }) => {
    const client = 'Hotel Zmyślony';
    const path = `client-export?client=${encodeURIComponent(client)}&to=2026-09-30`;
    const first = await record.watch({ owner, client, label: 'Żabka', created_at: AT });
    const second = await record.watch({ owner, client, label: 'Hala', created_at: AT + 1 });
    await record.watch({ owner, client: 'Inny', label: 'Nie ta' });
    await record.watch({ owner: 'p', client, label: 'Cudza' });
    await record.check(first, { at: AT });
    for (const watch of [first, second])
      for (const author_key of [`only ${watch}`, 'both']) {
        const review_id = await record.review(watch, { author_key, review_id: author_key });
        await record.event(watch, { owner, at: AT, review_id, type: 'review.appeared' });
      }
    let page = '';
    browser.print = async (html) => {
      page = html;
      return print(html);
    };
    expect(await ask('GET', path)).toMatchObject({
      ...{ status: 200, type: 'application/pdf', text: expect.stringMatching(/^%PDF \d{4,}$/) },
      file: 'attachment; filename="zapis-obserwacji-hotel-zmyslony-2026-09-30.pdf"',
    });
    expect(page).toContain('<h1><bdi>Hotel Zmyślony</bdi></h1>');
    expect([...page.matchAll(/<article>.*?<h1><bdi>([^<]*)/gs)].map(([, name]) => name)).toEqual([
      'Żabka',
      'Hala',
    ]);
    expect(page).toContain('<h2>2 obserwacje</h2>');
    // The first page has what the watches have in common.
    const [cover = ''] = page.split('<article>');
    expect(cover).toContain('Obserwacje z wynikiem w tym okresie: 1 z 2, bez wyniku: 1.');
    expect(cover).toMatch(/Nowe opinie<\/th><td>co najmniej 4</);
    expect(cover).toMatch(/Opinie, które przestały być wyświetlane<\/th><td>–</);
    expect(cover).toMatch(/Żabka<\/bdi><\/td><td>16\.09\.2026, 08:00<\/td><td>co najmniej 2</);
    expect(cover).toMatch(/Hala<\/bdi><\/td><td>–<\/td><td>co najmniej 2</);
    expect(page).not.toMatch(/Nie ta|Cudza/);
    // Each record states its own cover.
    expect(page.match(/Nie wiadomo, czy w tym okresie/g)).toHaveLength(2);
    const xlsx = await ask('GET', `${path}&format=xlsx&lang=en`);
    expect(xlsx.file).toBe('attachment; filename="watch-record-hotel-zmyslony-2026-09-30.xlsx"');
    const sheets = await readXlsxFile(Buffer.from(xlsx.bytes));
    const common = sheets.find(({ sheet }) => sheet === 'Summary')?.data;
    expect(common?.map((row) => row.slice(0, 3))).toEqual([
      ['Watch (2026-09-16 – 2026-09-30)', 'Last result', 'Reviews that are not shown any more'],
      ['All watches', null, '–'],
      ['Żabka', new Date('2026-09-16T08:00:00Z'), '–'],
      ['Hala', null, '–'],
    ]);
    expect(common?.[1]).toContain('at least 4');
    const reviews = sheets.find(({ sheet }) => sheet === 'Reviews')?.data.map((row) => row.slice(0, 3));
    expect(reviews).toEqual([
      ['Watch', 'No.', 'Author'],
      // The author of both watches has one pseudonym.
      ['Żabka', 1, 'Author 1'],
      ['Żabka', 2, 'Author 2'],
      ['Hala', 1, 'Author 1'],
      ['Hala', 2, 'Author 3'],
    ]);
  }),
);

test(
  'the file of a client is refused for an unknown client, a wrong period or format, and too many watches',
  withRecords(async ({ ask, record, owner }) => {
    const client = 'Hotel Zmyślony';
    await record.watch({ owner, client });
    for (const [query, field] of [
      ['', 'client'],
      ['client=', 'client'],
      ['client=Nikt', 'client'],
      [`client=${encodeURIComponent(client)}&from=2026-09-30&to=2026-09-01`, 'from'],
      [`client=${encodeURIComponent(client)}&format=doc`, 'format'],
    ])
      expect(await ask('GET', `client-export?${query}`), query).toMatchObject({
        ...{ status: 400, error: { field } },
      });
    for (let more = 0; more < 100; more += 1) await record.watch({ owner, client });
    expect(await ask('GET', `client-export?client=${encodeURIComponent(client)}`)).toMatchObject({
      ...{ status: 400, error: { reason: 'too_many_records', field: 'client' } },
    });
  }),
);

test(
  'the record of a client comes as JSON, and as a signed ZIP that verify-evidence checks',
  withRecords(async ({ ask, record, owner }) => {
    for (const label of ['Żabka', 'Hala']) {
      const watch = await record.watch({ owner, client: 'Hotel', label, created_at: AT });
      await record.event(watch, { owner, at: AT, type: 'place.gone' });
    }
    const path = 'client-export?client=Hotel&from=2026-09-01&to=2026-09-30&format=';
    const json = await ask('GET', `${path}json`);
    expect(json).toMatchObject({ status: 200, file: expect.stringContaining('hotel-2026-09-30.json"') });
    const data = clientExportData.parse(JSON.parse(json.text));
    expect(data).toMatchObject({ client: 'Hotel', from: '2026-09-01', watches: 2, with_result: 0, known: 0 });
    expect(data.changes).toMatchObject({
      place: { found: 2, is_known: false },
      lost: { found: 0, is_known: false },
    });
    expect(data.records.map(({ watch }) => watch.label)).toEqual(['Żabka', 'Hala']);
    const zip = await ask('GET', `${path}zip`);
    expect(zip).toMatchObject({ status: 200, type: 'application/zip' });
    const { id } = await signing().key();
    const options = { keyIds: [id], trusted: [], now: Date.now() };
    const found = await checkPack(zip.bytes, options, TOOLS);
    expect(found.problems).toEqual([]);
    expect(isProven(found)).toBe(true);
    expect(found.record).toMatchObject({ client: 'Hotel', from: '2026-09-01', operator: { name: 'Biuro' } });
    const { files = [] } = found.record ?? {};
    expect(files.map((file) => file.path)).toEqual(['record.pdf', 'record.xlsx', 'record.json']);
    const changed = Buffer.from(zip.bytes);
    const at = changed.indexOf('%PDF');
    changed.write('%pdf', at);
    expect(isProven(await checkPack(changed, options, TOOLS))).toBe(false);
    expect(isProven(await checkPack(zip.bytes, { ...options, keyIds: ['other'] }, TOOLS))).toBe(false);
  }),
);

test(
  'a client asks for at most two files of records at once',
  withRecords(async ({ ask, record, owner }) => {
    await record.watch({ owner, client: 'Hotel', created_at: AT });
    const printed = deferred<void>();
    let begun = 0;
    browser.print = async (page) => {
      begun += 1;
      await printed.promise;
      return print(page);
    };
    const running = [ask('GET', 'client-export?client=Hotel'), ask('GET', 'client-export?client=Hotel')];
    await expect.poll(() => begun).toBe(2);
    expect(await ask('GET', 'client-export?client=Hotel')).toMatchObject({
      ...{ status: 429, error: { reason: 'records_at_once' } },
    });
    printed.resolve();
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200]);
  }),
);

test(
  'an author is read and forgotten by the owner only',
  withRecords(async ({ ask, record, owner, db }) => {
    const author_key = authorKey(await hashKeyOf(db), ID);
    for (const of of [owner, 'p']) await record.review(await record.watch({ owner: of }), { author_key });
    const link = `https://www.google.com/maps/contrib/${ID}`;
    const read = () => ask('GET', `author-data?author=${encodeURIComponent(link)}`);
    expect((await read()).data).toMatchObject({ author_id: ID, forgotten_at: null, reviews: [{}] });
    expect(await ask('POST', 'forget-author', { author: link })).toMatchObject({
      ...{ status: 200, data: { reviews: 1, events: 0, packs: 0, watches: [] } },
    });
    expect((await read()).data).toMatchObject({ forgotten_at: expect.any(String), reviews: [] });
    expect(await db.selectFrom('review').select('watch_id').execute()).toHaveLength(1);
    for (const body of [{}, { author: 'Jan' }, { author: '' }, { author: ID, more: 1 }])
      expect((await ask('POST', 'forget-author', body)).status, JSON.stringify(body)).toBe(400);
    expect((await ask('GET', 'author-data?author=Jan')).status).toBe(400);
  }),
);

test(
  'returns 503 and names the folder when the folder of packs fails; the database stays usable',
  withRecords(async ({ ask, record, owner, folder, db, watch }) => {
    const id = await record.watch({ owner });
    const author_key = authorKey(await hashKeyOf(db), ID);
    await record.review(id, { review_id: 'own', author_key });
    await record.event(id, { id: 'e_1', owner, review_id: 'own', evidence: 'e_1.zip' });
    writeFileSync(join(folder, 'evidence'), 'not a folder');
    const refusal = {
      status: 503,
      error: { code: 'watch_unavailable', message: expect.stringContaining('folder') },
    };
    expect(await ask('GET', 'events/e_1/evidence')).toMatchObject(refusal);
    expect(await ask('POST', 'forget-author', { author: ID })).toMatchObject(refusal);
    expect(watch.health()).toBe('ok');
    expect(await db.selectFrom('review').select('review_id').execute()).toHaveLength(1);
  }),
);
