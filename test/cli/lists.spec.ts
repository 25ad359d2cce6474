import { once } from 'node:events';
import { mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { expect } from '@playwright/test';
import readXlsxFile from 'read-excel-file/node';
import { RUNNING_JOB } from '../../src/capabilities/jobs/examples.js';
import type { JobRunner } from '../../src/capabilities/jobs/job.js';
import { jobWith, refusal, success, visible } from '../support/fake-api.js';
import { inventVerdict, startJobService } from '../support/job-service.js';
import { message } from '../support/messages.js';
import { detailsWith } from '../support/place-details.js';
import { startTcpProxy } from '../support/tcp-proxy.js';
import { rowsOfWorkbook, workbookOf } from '../support/workbook.js';
import { test } from './cli-test.js';
import { linesOf, run, runProcess, spawnCommand, start, withSettings } from './command.js';
import { stdin, TEN } from './links-to-check.js';

// A list is a job: `check`, `places` and `reviews` of a file against the jobs of a service, in SQLite.

const LINK = (name: string) => `https://maps.app.goo.gl/${name}`;
const TABLE = [
  'Klient;Link do opinii;Uwagi',
  `Ala;${LINK('Widoczna1')};"a;b"`,
  'Ola;;brak linku',
  `Ela;${LINK('Ukryta1')};0101/2026`,
  `Iga;${LINK('Zla1')};?`,
  `Ala;${LINK('Widoczna1')};znowu`,
].join('\n');

const indexesOf = (output: string) =>
  linesOf(output)
    .filter(({ type }) => type === 'result' || type === 'error')
    .map(({ index }) => index as number)
    .toSorted((a, b) => a - b);
const ALL_TEN = TEN.map((_, index) => index);

/** Answers some links, then waits. */
function gate(most: number): { runner: JobRunner; open(): void } {
  let answered = 0;
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const runner: JobRunner = async (task, scope) => {
    answered += 1;
    if (answered > most)
      await Promise.race([
        opened,
        new Promise((_, reject) => {
          scope.signal.addEventListener('abort', () => reject(scope.signal.reason));
        }),
      ]);
    return inventVerdict(task, scope);
  };
  return { runner, open: () => open() };
}

/** The words of the command that goes on, as standard error names it. */
function goOn(stderr: string): string[] {
  const command = /Wyniki pokaże: place-lookup (.*)\n/.exec(stderr)?.[1] ?? '';
  return command.split(' ').map((word) => word.replace(/^'(.*)'$/, '$1'));
}

test('a table that has no place to wait in is refused in words', async ({}, info) => {
  await using service = await startJobService(info.outputPath('data'));
  const at = ['check', '-', '--csv', '--api', service.url];
  const TMPDIR = info.outputPath('none');
  const { code, stderr } = await withSettings({ TMPDIR }, () => run(at, { stdin: LINK('Zla1') }));
  expect(code).toBe(1);
  expect(stderr).toContain(TMPDIR);
  expect(stderr).toMatch(/PLACE_LOOKUP_API_KEY.* Wyniki pokaże: place-lookup check --job/);
});

test('a list with columns comes back in its order with its columns, in every format', async ({}, info) => {
  await using service = await startJobService(info.outputPath('data'));
  const at = (...more: string[]) => run(['check', '-', '--api', service.url, ...more], { stdin: TABLE });

  const text = await at();
  expect(text.code).toBe(4);
  expect(text.stdout).toContain(`✓ widoczna     2026-11-21 03:12:45  ${LINK('Widoczna1')}`);
  expect(text.stdout).toMatch(/^\? .*Zla1\n/m);
  expect(text.stdout).not.toContain('Ola');
  expect(text.stdout).toContain(
    'Pozycje: 5 · Widoczne: 2 · Niewidoczne: 1 · Bez wyniku: 1 · Bez linku: 1\n„Niewidoczna” nie znaczy „usunięta”',
  );
  expect(text.stderr).toMatch(
    /^Pominięte wiersze bez linku: 1 \(nr 3\)\.\nLista [\da-f]{24} \(pozycji: 5\)\. Ctrl-C jej nie przerywa\.\n$/,
  );

  const csv = await at('--csv');
  const rows = csv.stdout.trimEnd().split('\r\n');
  expect(csv.code).toBe(4);
  expect(csv.stderr).toContain('Pozycje: 5 · Widoczne: 2 · Niewidoczne: 1 · Bez wyniku: 1 · Bez linku: 1\n');
  expect(rows[0]).toMatch(/^\ufeffKlient;Link do opinii;Uwagi;Widoczna;/);
  expect(rows.slice(1).map((row) => row.split(';').slice(0, 2).join(';'))).toEqual(
    TABLE.split('\n')
      .slice(1)
      .map((row) => row.split(';').slice(0, 2).join(';')),
  );
  expect(rows.map((row) => /;(tak|nie);/.exec(row)?.[1])).toEqual([
    ...[undefined, 'tak', undefined, 'nie', undefined, 'tak'],
  ]);

  const book = info.outputPath('wyniki.xlsx');
  const files = await at('--xlsx', book, '--lang', 'en');
  expect(files).toMatchObject({ code: 4, stdout: '' });
  expect(files.stderr).toContain(`Written: ${book}.\n`);
  const sheet = await rowsOfWorkbook(await readFile(book), 2);
  expect(sheet.map((row) => row.slice(0, 4))).toEqual([
    ['Klient', 'Link do opinii', 'Uwagi', 'Visible'],
    ['Ala', LINK('Widoczna1'), 'a;b', 'yes'],
    ['Ola', null, 'brak linku', null],
    ['Ela', LINK('Ukryta1'), '0101/2026', 'no'],
    ['Iga', LINK('Zla1'), '?', null],
    ['Ala', LINK('Widoczna1'), 'znowu', 'yes'],
  ]);
  // The row without a link is no link without a result.
  const [headings = [], counts = []] = await rowsOfWorkbook(await readFile(book));
  expect(Object.fromEntries(headings.map((heading, column) => [heading, counts[column]]))).toMatchObject({
    ...{ Links: 4, 'No result': 1 },
  });

  const json = JSON.parse((await at('--json')).stdout);
  expect(json).toMatchObject({ job: expect.any(String), state: 'finished', total: 5 });
  expect(json.results.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 4]);
  const ndjson = await at('--ndjson');
  expect(indexesOf(ndjson.stdout)).toEqual([0, 1, 2, 3, 4]);
  expect(linesOf(ndjson.stdout).at(-1)).toMatchObject({ type: 'summary', state: 'finished' });
});

for (const [signal, words] of [
  ['SIGINT', 'Przerwano.\nLista pozostaje w usłudze.'],
  ['SIGKILL', 'Ctrl-C jej nie przerywa.\n'],
] as const) {
  test(`${signal} leaves the job running, and --job gives every line once, from another folder`, async ({}, info) => {
    const { runner, open } = gate(3);
    await using service = await startJobService(info.outputPath('data'), { runner });
    const list = info.outputPath('linki.txt');
    await writeFile(list, stdin);
    const running = start(['check', list, '--api', service.url, '--ndjson']);
    await new Promise((resolve) => running.process.stdout.once('data', resolve));
    running.process.kill(signal);
    const ended = await running.outcome;
    expect([ended.code, ended.stderr]).toEqual([
      signal === 'SIGINT' ? 130 : null,
      expect.stringContaining(words),
    ]);
    open();

    const id = /Lista ([\da-f]{24})/.exec(ended.stderr)?.[1] ?? '';
    const command =
      signal === 'SIGINT' ? goOn(ended.stderr) : ['check', '--job', id, '--ndjson', '--api', service.url];
    const went = await runProcess(command);
    expect(went).toMatchObject({ code: 0 });
    expect(indexesOf(went.stdout)).toEqual(ALL_TEN);
    expect((await service.jobs.list('everybody')).map(({ total, done }) => [total, done])).toEqual([
      [10, 10],
    ]);
  });
}

test('a command follows its job through a restart of the service', async ({}, info) => {
  const folder = info.outputPath('data');
  const first = await startJobService(folder, { runner: gate(3).runner });
  const target = { port: first.port };
  const proxy = await startTcpProxy(target);
  const running = start(['check', '-', '--api', `http://127.0.0.1:${proxy.port}`, '--ndjson'], { stdin });
  await new Promise((resolve) => running.process.stdout.once('data', resolve));
  await first.close();
  await using second = await startJobService(folder);
  target.port = second.port;
  const { code, stdout, stderr } = await running.outcome;
  expect(indexesOf(stdout)).toEqual(ALL_TEN);
  expect(stderr).toContain('Kolejna próba za 1 s (1 z 5).');
  expect(code).toBe(0);
  await proxy.close();
});

test('a command waits for a service that is starting, and says how to go on', async ({ serve }, info) => {
  await using service = await startJobService(info.outputPath('data'));
  const starting = refusal(503, 'browser_starting', { 'Retry-After': '1' });
  const job = await fetch(`${service.url}/api/jobs?type=review-visibility`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain' },
    body: stdin,
  });
  const { data } = (await job.json()) as { data: { id: string } };
  const api = await serve(starting, success(data), (_asked, response) => response.destroy());
  const options = ['--api', api.url, '--retries', '1', '--xlsx', 'a\\b'];
  const { code, stderr } = await run(['check', '-', ...options], { stdin });
  expect(api.asked.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET']);
  const [sent, again] = api.asked.map(({ headers }) => headers['idempotency-key']);
  expect(sent).toBe(again);
  expect(stderr).toContain(`check --job ${data.id} --xlsx 'a\\b' --api ${api.url} --lang pl\n`);
  expect(code).toBe(1);
});

test('an unknown job is not found', async ({ serve }) => {
  const api = await serve(refusal(404, 'job_not_found', {}, message('jobNotFound')));
  const refused = await run(['check', '--job', RUNNING_JOB.id, '--api', api.url]);
  const stderr = expect.stringMatching(/^Nie ma takiej listy.*job_not_found/);
  expect(refused).toMatchObject({ code: 3, stdout: '', stderr });
});

test('--job takes no list, and a command without a list or a job names what is missing', async () => {
  for (const [args, words] of [
    [['check', '-', '--job', 'x'], 'Nie podawaj z nią listy'],
    [['places', '--job', 'x', '--column', '2'], 'Nie podawaj z nią listy'],
    [['check'], 'brakuje argumentu „file”'],
    [['reviews'], 'brakuje argumentu „place”'],
    [['reviews', '/nie/ma.csv'], 'ENOENT'],
  ] as const)
    expect(await run(args), args.join(' ')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(words),
    });
});

test('links that wait for another attempt are reported, and a job that was cancelled has code 4', async ({}, info) => {
  await using service = await startJobService(info.outputPath('data'));
  const list = [LINK('Widoczna1'), LINK('Potem1')].join('\n');
  const running = start(['check', '-', '--api', service.url], { stdin: list });
  const id = await new Promise<string>((resolve) => {
    running.process.stderr.once('data', (bytes) => resolve(/[\da-f]{24}/.exec(String(bytes))?.[0] ?? ''));
  });
  await expect.poll(async () => (await service.jobs.get('everybody', id)).retrying).toBe(1);
  const following = start(['check', '--job', id, '--api', service.url]);
  await new Promise((resolve) => following.process.stderr.once('data', resolve));
  await service.jobs.cancel('everybody', id, false);
  const { code, stdout, stderr } = await following.outcome;
  expect(stderr).toBe(
    `Na razie bez wyniku z przyczyn przejściowych: 1. Usługa ponawia próby do 24 godzin. Aby zakończyć próby: place-lookup api finishJob --id ${id} --api ${service.url} --lang pl\nListę anulowano. Pozycje bez wyniku: 1.\n`,
  );
  expect(stdout).toContain('Pozycje: 2 · Widoczne: 1 · Niewidoczne: 0 · Niesprawdzone: 1');
  expect(code).toBe(4);
  await running.outcome;
});

const ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const CHECKED = { checked_at_utc: '2026-11-21T02:12:45Z' };

test('places and reviews of a list are jobs as well', async ({}, info) => {
  const details = detailsWith({ nazwa_wizytowki: 'Pierogarnia', srednia_ocen: 4.6, liczba_opinii: 15 });
  const candidate = { place_id: ID, nazwa_wizytowki: 'Pierogarnia', adres: null, srednia_ocen: null };
  const place = { place_id: ID, source: 'search_result', details, cid: null, maps_cid_url: null };
  const runner: JobRunner = async ({ type, input, parameters }, scope) => {
    if (input.includes('Zla')) return inventVerdict({ type, input, parameters }, scope);
    const candidates = input === 'Pierogi' ? Array(3).fill(candidate) : undefined;
    const ofPlace = { ...place, maps_url: 'https://m.example/', candidates, ...CHECKED };
    const list = { place_id: input, reviews_count: 0, reviews_read: 0, total_reviews: 9, pages_fetched: 1 };
    const ofList = { ...list, complete: false, stop_reason: 'interrupted', reviews: [], ...CHECKED };
    if (type === 'place-details') return { outcome: 'found', data: ofPlace, rows: 1 };
    return { outcome: 'partial', data: ofList, rows: 1 };
  };
  await using service = await startJobService(info.outputPath('data'), { runner });
  const at = (args: string[], list: string) => run([...args, '-', '--api', service.url], { stdin: list });
  const places = await at(['places'], 'Pierogi\nZla\n');
  expect(places.stdout).toContain('Pierogi (pierwsze z 3)\n   Pierogarnia\n');
  expect(places.stdout).toMatch(/^\? {2}\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}Zla\n/m);
  expect(places.stdout).toMatch(/\nPozycje: 2 · Znalezione: 1 · Bez wyniku: 1\n$/);
  expect(places.code).toBe(4);
  const reviews = await at(['reviews', '--max-pages', '2', '--max-stars', '3'], `${ID}\n`);
  expect(reviews.stdout).toContain(`${ID}\n\nWczytane opinie: 0 z 9 – `);
  expect(reviews.stdout).toMatch(/\nPozycje: 1 · Pełne listy: 0 · Niepełne listy: 1\n$/);
  expect(reviews.code).toBe(4);
  const [job] = await service.jobs.list('everybody');
  expect(job).toMatchObject({ type: 'place-reviews', parameters: { max_pages: 2, max_stars: 3 } });
});

test('files are written whole, through links, with their mode, never over the list; a full disk has code 1', async ({}, info) => {
  await using service = await startJobService(info.outputPath('data'));
  const at = (list: string, ...more: string[]) =>
    run(['check', list, '--api', service.url, ...more], { stdin });
  const folder = info.outputPath('f');
  await mkdir(folder);
  await writeFile(`${folder}/real`, 'before', { mode: 0o600 });
  await symlink('real', `${folder}/link`);
  expect(await at('-', '--xlsx', `${folder}/link`)).toMatchObject({ code: 0 });
  expect(await readlink(`${folder}/link`)).toBe('real');
  expect((await stat(`${folder}/real`)).mode & 0o777).toBe(0o600);
  expect(await rowsOfWorkbook(await readFile(`${folder}/real`), 2)).toHaveLength(11);
  const dated = await at('-', '--xlsx', folder);
  expect(dated.stderr).toMatch(/Zapisano .*\/widocznosc-opinii-\d{4}-\d\d-\d\d\.xlsx\.\n/);
  expect(await readdir(folder)).toHaveLength(3);

  const list = `${folder}/lista`;
  await writeFile(list, stdin);
  await symlink('lista', `${folder}/inna`);
  for (const [args, words] of [
    [[list, '--xlsx', `${folder}/inna`], 'jest listą do sprawdzenia'],
    [[list, '--xlsx', list], 'jest listą do sprawdzenia'],
    [['-', '--xlsx', '/nie/ma/wyniki.xlsx'], 'ENOENT'],
  ] as const) {
    const [input, ...more] = args;
    const refused = await at(input, ...more);
    expect(refused, args.join(' ')).toMatchObject({ code: 2, stderr: expect.stringContaining(words) });
  }
  expect(await readFile(list, 'utf8')).toBe(stdin);
  const full = await at('-', '--xlsx', '/dev/full');
  expect(full).toMatchObject({ code: 1, stderr: expect.stringContaining('check --job ') });
});

test('numbers and truth values of a workbook are the same in every result, and a long id has all of its digits', async ({}, info) => {
  await using service = await startJobService(info.outputPath('data'));
  const [list, out] = [info.outputPath('linki.xlsx'), info.outputPath('wyniki.xlsx')];
  const own = [
    ['A', 12.5, true, '12345678901234567890'],
    ['B', 3, false, '007'],
  ] as const;
  const rows = own.map(([name, ...more], at) => [name, LINK(at === 0 ? 'Widoczna1' : 'Ukryta1'), ...more]);
  await writeFile(list, await workbookOf([['Klient', 'Link', 'Kwota', 'Umowa', 'Numer'], ...rows]));
  await runProcess(['check', list, '--api', service.url, '--xlsx', out]);
  const sheets = await readXlsxFile(await readFile(out));
  expect(sheets[1]?.data.map((row) => row.slice(0, 6))).toEqual([
    ['Klient', 'Link', 'Kwota', 'Umowa', 'Numer', 'Widoczna'],
    ...rows.map((row, at) => [...row, at === 0 ? 'tak' : 'nie']),
  ]);
  const json = JSON.parse((await runProcess(['check', list, '--api', service.url, '--json'])).stdout);
  expect(json.results.map(({ cells }: { cells: unknown }) => cells)).toEqual(
    own.map(([name, ...more]) => [name, null, ...more]),
  );
});

test('the lines of a job that was cancelled name what has no result, and end with the counts', async ({}, info) => {
  const { runner } = gate(1);
  await using service = await startJobService(info.outputPath('data'), { runner });
  const running = start(['check', '-', '--api', service.url, '--ndjson'], { stdin });
  await new Promise((resolve) => running.process.stdout.once('data', resolve));
  const [{ id } = { id: '' }] = await service.jobs.list('everybody');
  await service.jobs.cancel('everybody', id, false);
  const later = ['check', '--job', id, '--api', service.url];
  for (const { code, stdout } of [await running.outcome, await run([...later, '--ndjson'])]) {
    const lines = linesOf(stdout);
    expect([code, lines.filter(({ type }) => type === 'open').length]).toEqual([4, 9]);
    expect(lines.slice(0, -1).map(({ index }) => index)).toEqual(expect.arrayContaining(ALL_TEN));
    const counts = { state: 'cancelled', total: 10, done: 1, visible: 1 };
    expect(lines.at(-1)).toMatchObject({ type: 'summary', ...counts });
  }
  const { results, done } = JSON.parse((await run([...later, '--json'])).stdout);
  expect([done, results.map(({ index }: { index: number }) => index)]).toEqual([1, ALL_TEN]);
});

test('the printed command works as printed, also after the end of the job', async ({ serve }, info) => {
  const book = info.outputPath(`it's w.xlsx`);
  const job = jobWith(visible(0, LINK('Widoczna1')));
  const tooLong = message('tooManyRowsForXlsx', { rows: 100_001, most: 100_000 });
  const api = await serve((asked, response) => {
    if (asked.path.includes('format=xlsx'))
      return refusal(400, 'invalid_request', {}, tooLong)(asked, response);
    if (!asked.path.includes('format=csv')) return job(asked, response);
    response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' }).end('No.,Link\r\n');
  });
  const words = ['check', '--job', RUNNING_JOB.id, '--api', api.url, '--lang', 'en', '--xlsx', book];
  // An address that begins like that of the service is another service.
  const refused = await run(words, { env: { PLACE_LOOKUP_API: `${api.url}0` } });
  expect(refused.code).toBe(2);
  const [, printed = ''] = /^The list stays .* Its results: place-lookup (.*)$/m.exec(refused.stderr) ?? [];
  const shell = start([], { shell: printed });
  expect(await shell.outcome).toMatchObject({ code: 0, stdout: 'No.,Link\r\n' });
  expect(api.asked.at(-1)?.path).toContain('format=csv&lang=en');
});

test('a table larger than the memory comes whole and once', async ({ serve }, info) => {
  const job = jobWith(visible(0, LINK('Widoczna1')));
  const row = Buffer.from(`${'x'.repeat(99_998)}\r\n`);
  let tables = 0;
  const api = await serve(async (asked, response) => {
    if (!asked.path.includes('format=csv')) return job(asked, response);
    tables += 1;
    response.writeHead(200, { 'Content-Type': 'text/csv; charset=utf-8' });
    for (let at = 0; at < (tables === 1 ? 30 : 2_000); at += 1)
      if (!response.write(row)) await once(response, 'drain');
    if (tables === 1) response.destroy();
    else response.end();
  });
  const told = 'process.on("exit",()=>console.error("peak "+process.resourceUsage().maxRSS))';
  const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(told)}`;
  const child = spawnCommand(['check', '--job', RUNNING_JOB.id, '--api', api.url, '--csv'], {
    env: { NODE_OPTIONS, TMPDIR: info.outputPath() },
  });
  let bytes = 0;
  child.stdout.on('data', (part: Buffer) => {
    bytes += part.length;
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
  expect([code, bytes]).toEqual([0, 200_000_000]);
  expect(Number(/peak (\d+)/.exec(said)?.[1])).toBeLessThan(200_000);
  expect((await readdir(info.outputPath())).filter((name) => name.startsWith('place-lookup-'))).toEqual([]);
});

test('an option of lists is refused for one place', async () => {
  for (const more of [
    ['--column', '2'],
    ['--headings', '0'],
  ]) {
    const refused = await run(['reviews', ID, ...more]);
    expect(refused).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining(`${more[0]} jest tylko`),
    });
  }
});
