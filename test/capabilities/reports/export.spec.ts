import readXlsxFile from 'read-excel-file/node';
import { exportHtml } from '../../../src/capabilities/reports/export-pdf.js';
import { exportBlob } from '../../../src/capabilities/reports/export-xlsx.js';
import { watchExportData } from '../../../src/capabilities/reports/published.js';
import { recordAt } from '../../../src/capabilities/reports/record-at.js';
import { authorKey, hashKeyOf } from '../../../src/capabilities/watch/authors.js';
import { forget } from '../../../src/capabilities/watch/forget.js';
import { createRetention } from '../../../src/capabilities/watch/retention.js';
import type { Database } from '../../../src/capabilities/watch/schema.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { testsOnBothDatabases } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { inventedRecord, versionBefore } from '../../support/watch-record.js';
import { memoryDatabase } from '../../support/watched.js';
import { rowsOfWorkbook } from '../../support/workbook.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const erase = <T>(work: () => Promise<T>) => work();
const START = Date.UTC(2026, 7, 20, 9);
const NOW = START + 95 * DAY;
const PRAISE = 'Najlepsze pierogi w mieście, wrócimy na pewno!';
const HOSTILE = '=HYPERLINK("https://evil.test";"x")<script>alert(1)</script> \u202Eשלום مرحبا & "koniec"';

const NOT_SHOWN = { status: 'not_visible', reason: 'no_rating_section' } as const;

const localTime = createLocalTime('Europe/Warsaw');
const dayOf = (at: number) => localTime(at).slice(0, 10);
const parts = (db: Database) => ({ db, localTime, timeZone: 'Europe/Warsaw', now: NOW });
const PL = { lang: 'pl', authors: 'pseudonyms' } as const;

/** Ninety-five days of a place: a loss, a return, an edit, replies, notices and trouble. */
async function inventedWatch(db: Database): Promise<string> {
  const record = inventedRecord(db);
  const watch = await record.watch({
    label: 'Pierogarnia Wymyślona, Kraków',
    place: JSON.stringify({ name: 'Pierogarnia Wymyślona' }),
    created_at: START,
  });
  for (let day = 0; day < 95; day += 1) {
    const gone = (day >= 25 && day < 33) || day >= 60 ? 1 : 0;
    await record.check(watch, {
      at: START + day * DAY,
      rating: day === 30 ? null : Math.round((4.6 - (day > 50 ? 0.3 : 0) - day / 400) * 10) / 10,
      review_count: 120 + day,
      trouble: day > 69 && day < 75 ? 'provider_blocked' : null,
      ...{ visible: (day < 20 ? 3 : 4) - gone, not_visible: gone, unknown: 0 },
    });
  }
  const seen = { first_seen_at: START, last_seen_at: NOW };
  const texts = [
    { stars: 5, text: PRAISE, author: 'Anna Nowak', date_text: '3 miesiące temu' },
    { stars: 1, text: HOSTILE, author: 'Zły <b>Autor</b>', date_text: 'rok temu' },
    { stars: 4, text: '', author: 'Jan K.', date_text: 'tydzień temu' },
  ];
  const [lost, hostile, back] = await Promise.all(
    texts.map((version, index) =>
      record.review(watch, {
        review_id: `review ${index}`,
        author_key: `key ${index % 2}`,
        ...seen,
        first_seen_at: START - texts.length + index,
        ...(index === 0 && { ...NOT_SHOWN, status_at: START + 60 * DAY }),
        ...version,
      }),
    ),
  );
  const fresh = await record.review(watch, {
    ...{ review_id: 'fresh', first_seen_at: START + 20 * DAY, author_key: 'key 9' },
    ...{ stars: 2, text: 'Długo czekaliśmy. '.repeat(60), author: 'Ewa', date_text: 'wczoraj' },
  });
  const hidden = (reason: string) => ({ visibility_reason: reason });
  const figures = (rating: number, review_count: number) => ({ rating, review_count });
  const paused = { kind: 'reviews_paused', text: 'Posting is paused' };
  const events = [
    [20, 'review.appeared', fresh, null, { stars: 2, text: 'Długo czekaliśmy.' }],
    [25, 'review.not_visible', back, null, hidden('no_business_card')],
    [33, 'review.visible_again', back, hidden('no_business_card'), null],
    [40, 'review.edited', hostile, { stars: 3, text: 'Tak sobie' }, { stars: 1, text: HOSTILE }],
    [41, 'reply.appeared', hostile, { reply: null }, { reply: 'Szanowny Panie, przykro nam. '.repeat(30) }],
    [50, 'place.rating_changed', null, figures(4.5, 169), figures(4.2, 1_170)],
    [60, 'review.not_visible', lost, null, hidden('no_rating_section')],
    [71, 'watch.trouble', null, null, { trouble: 'provider_blocked' }],
    [75, 'watch.recovered', null, null, null],
    [80, 'notice.changed', null, { notices: [] }, { notices: [paused] }],
    [82, 'place.closed', null, { closed: null }, { closed: 'temporarily' }],
  ] as const;
  for (const [day, type, review_id, before, after] of events)
    await record.event(watch, {
      at: START + day * DAY,
      type,
      review_id: review_id ?? null,
      before: before === null ? null : JSON.stringify(before),
      after: after === null ? null : JSON.stringify(after),
      evidence: type === 'review.not_visible' && day === 60 ? 'e.zip' : null,
    });
  return watch;
}

const onBoth = testsOnBothDatabases({
  'the record has the events of the period, their reviews, and the course': async (db) => {
    const id = await inventedWatch(db);
    const data = watchExportData.parse(await recordAt(parts(db), 'o', id, PL));
    const period = { from: '2026-08-20', to: '2026-11-23' };
    expect(data).toMatchObject({ ...period, checks: 95, checks_without_result: 5 });
    expect(data.events).toHaveLength(11);
    expect(data.course).toHaveLength(90);
    const on = (day: string) => data.course.find((one) => one.day === day);
    expect(data.course[0]).toMatchObject({ visible: 3, not_visible: 0, rating: 4.6 });
    expect(on('2026-09-15')).toMatchObject({ visible: 3, not_visible: 1 });
    expect(on('2026-09-19')).toMatchObject({ visible: 3, not_visible: 1, rating: null });
    expect(on('2026-09-25')).toMatchObject({ visible: 4, not_visible: 0 });
    expect(data.course.at(-1)).toMatchObject({ visible: 3, not_visible: 1 });
    const part = await recordAt(parts(db), 'o', id, { ...PL, from: '2026-10-19', to: '2026-10-19' });
    expect(part.events.map(({ type, review }) => [type, review])).toEqual([['review.not_visible', 1]]);
    expect(part.reviews).toHaveLength(1);
    const counts = { visible: 3, not_visible: 1, unknown: 0 };
    expect(part.course).toEqual([
      { day: '2026-10-19', rating: 4.1, review_count: 180, read: null, ...counts },
    ]);
  },

  'a record says what it covers; without results, or after a deletion, it never says "no change"': async (
    db,
  ) => {
    const record = inventedRecord(db);
    const now = START + 25.5 * DAY;
    const watchOf = async (trouble: string | null) => {
      const id = await record.watch({ created_at: START });
      for (let day = 0; day < 26; day += 1)
        await record.check(id, { at: START + day * DAY, trouble, visible: trouble === null ? 3 : null });
      return id;
    };
    const exported = async (id: string, period: { readonly from?: string; readonly to?: string } = {}) => {
      const made = await recordAt({ ...parts(db), now }, 'o', id, { ...PL, ...period });
      const data = watchExportData.parse(made);
      const html = exportHtml(data, 'pl');
      const unknown = /Nie wiadomo, czy w tym okresie|pozostałym czasie tego okresu nic nie wiadomo/;
      expect(unknown.test(html), JSON.stringify(data.cover)).toBe(!data.cover.is_known);
      if (data.events.length === 0)
        expect(html.includes('W tym okresie sprawdzenia nie znalazły')).toBe(data.cover.is_known);
      expect(html.includes('<td>0</td>')).toBe(data.cover.is_known);
      return data;
    };
    const sound = await watchOf(null);
    expect((await exported(sound)).cover).toMatchObject({
      ...{ is_known: true, first_result_at: '2026-08-20 11:00:00', last_result_at: '2026-09-14 11:00:00' },
      ...{ longest_gap_hours: 24, deletions: [] },
    });
    const failed = await exported(await watchOf('provider_blocked'));
    expect(failed).toMatchObject({ checks: 26, checks_without_result: 26, course: [] });
    expect(failed.cover).toMatchObject({ is_known: false, first_result_at: null, longest_gap_hours: null });
    for (const period of [
      { from: '2020-01-01', to: '2020-12-31' },
      { from: '2026-08-01' },
      // One result alone is compared with nothing.
      { to: '2026-08-20' },
    ])
      expect((await exported(sound, period)).cover.is_known, JSON.stringify(period)).toBe(false);
    // A period before the watch: the record says when the watch began.
    const before = await exported(sound, { from: '2020-01-01', to: '2020-12-31' });
    expect(exportHtml(before, 'pl')).toContain('Obserwację rozpoczęto 20.08.2026.');
    expect(exportHtml(before, 'pl')).not.toContain('godz..');
    expect(exportHtml(await exported(sound), 'pl')).toContain('godz.</p>');
    expect(exportHtml(await exported(sound), 'pl')).not.toContain('Obserwację rozpoczęto');
    expect((await exported(sound, { from: '2026-09-01', to: '2026-09-01' })).cover.is_known).toBe(true);

    // Retention deletes an event: numbers and dates stay.
    await record.event(sound, { at: START + 5 * DAY });
    const later = { at: now + 100 * DAY };
    const days = { events: 50, reviews: 0 };
    const log = createLogger('silent');
    const retention = createRetention({ db, store: null, erase, days, log, now: () => later.at });
    await retention.tick();
    expect(await db.selectFrom('event').select('id').execute()).toHaveLength(1);
    later.at += DAY;
    await retention.tick();
    expect(await db.selectFrom('event').select('id').execute()).toEqual([]);
    const after = await exported(sound);
    expect(after).toMatchObject({ checks: 26, checks_without_result: 0, events: [] });
    expect(after.course).toHaveLength(26);
    const deletion = { cause: 'retention', events: 1, reviews: 0, day: '2026-12-24' };
    const deletions = [{ ...deletion, from: '2026-08-25', to: '2026-08-25' }];
    expect(after.cover).toMatchObject({ is_known: false, deletions });
    expect((await exported(sound, { from: '2026-08-26' })).cover.is_known).toBe(true);

    // An author is forgotten: the record says so, and the course stays as it was.
    const other = await watchOf(null);
    const author = '110483770106878901976';
    const author_key = authorKey(await hashKeyOf(db), author);
    await record.review(other, { review_id: 'x', author_key, first_seen_at: START, last_seen_at: now });
    await record.event(other, { at: START + 5 * DAY, review_id: 'x' });
    await forget({ db, store: null, now }, 'o', `https://www.google.com/maps/contrib/${author}`);
    const forgotten = await exported(other);
    expect(forgotten.course.map(({ visible }) => visible)).toEqual(Array.from({ length: 26 }, () => 3));
    expect(forgotten.cover.deletions).toMatchObject([{ cause: 'forgetting', events: 1, reviews: 1 }]);
    expect(forgotten.cover.is_known).toBe(false);
    // The day of a deletion is kept in UTC, where it is another day than in the west.
    const west = { localTime: createLocalTime('America/New_York'), now };
    const { cover } = await recordAt({ ...parts(db), ...west }, 'o', other, PL);
    expect(cover.deletions).toMatchObject([{ day: new Date(now).toISOString().slice(0, 10) }]);
  },

  'a record has the state and the words of its period, not those of today': async (db) => {
    const record = inventedRecord(db);
    const [lost, back] = [START + 100 * DAY, START + 200 * DAY];
    const id = await record.watch({ id: 'past', kind: 'review', subject: 'https://link', created_at: START });
    const seen = { first_seen_at: START, last_seen_at: back, status_at: back };
    const content = { stars: 1, text: 'Oszustwo', version: 2, version_at: back };
    await record.review(id, { review_id: 'r', ...seen, ...content });
    for (const day of [-1, 0, 30, 99, 101, 199, 201])
      await record.check(id, { at: START + day * DAY, ...(day === -1 && { trouble: 'provider_blocked' }) });
    const reason = JSON.stringify({ visibility_reason: 'no_rating_section' });
    const text = 'Wspaniale';
    const was = versionBefore({ stars: 5, text, version_at: START });
    await record.event(id, { at: lost, review_id: 'r', type: 'review.not_visible', after: reason, text });
    await record.event(id, { at: back, review_id: 'r', type: 'review.visible_again', before: reason, was });
    const html = async (from: number, to: number) => {
      const days = { from: dayOf(from), to: dayOf(to) };
      const now = back + 10 * DAY;
      const data = watchExportData.parse(await recordAt({ ...parts(db), now }, 'o', id, { ...PL, ...days }));
      return exportHtml(data, 'pl');
    };
    const before = await html(START, START + 30 * DAY);
    expect(before).toContain('Stan 19.09.2026, 11:00: widoczna');
    expect(before).toContain('Wspaniale');
    expect(before).not.toContain('Oszustwo');
    const during = await html(lost - DAY, lost + DAY);
    expect(during).toContain('Stan 29.11.2026, 10:00: niewidoczna');
    expect(during).toContain('Wspaniale');
    expect(during).not.toMatch(/Oszustwo|1 ★/);
    const all = await html(lost - DAY, back + DAY);
    expect(all).toContain('Stan 09.03.2027, 10:00: widoczna');
    // Under its loss, the review has the words that it had then.
    expect(all.match(/Wspaniale/g)).toHaveLength(1);
    expect(await html(START - 30 * DAY, START - 20 * DAY)).toContain('Stan 31.07.2026: brak danych');
  },

  'a review that was missed before the end of the period is not visible at that end': async (db) => {
    const record = inventedRecord(db);
    const [missed, lost] = [START + 40 * DAY, START + 60 * DAY];
    const seen = { first_seen_at: START, last_seen_at: missed - DAY, status_at: lost };
    // Also if the review was told as visible before.
    for (const isTold of [false, true]) {
      const of = { kind: 'review', subject: `https://link/${isTold}`, created_at: START } as const;
      const id = await record.watch({ id: `missed ${isTold}`, ...of });
      await record.review(id, { review_id: 'r', ...seen, ...NOT_SHOWN });
      if (isTold)
        await record.event(id, { at: START + 10 * DAY, review_id: 'r', type: 'review.visible_again' });
      const told = { type: 'review.not_visible', first_missed_at: missed } as const;
      await record.event(id, { at: lost, review_id: 'r', ...told });
      for (const [at, status] of [
        [missed - DAY, 'visible'],
        [missed + DAY, 'missing'],
        [lost, 'not_visible'],
      ] as const) {
        const days = { from: dayOf(START), to: dayOf(at) };
        const { reviews } = await recordAt({ ...parts(db), now: lost + DAY }, 'o', id, { ...PL, ...days });
        expect(reviews).toMatchObject([{ status }]);
      }
    }
  },

  'lists that were not read whole prove no silence, and the record says how much was read': async (db) => {
    const id = await inventedRecord(db).watch({ created_at: START });
    const list = { review_count: 300, visible: 10, not_visible: 0, unknown: 0 };
    const check = (day: number, read: number) =>
      inventedRecord(db).check(id, {
        ...{ id: `day ${day}`, at: START + day * DAY, ...list, read, complete: read === 300 ? 1 : 0 },
      });
    for (let day = 0; day < 31; day += 1) await check(day, 10);
    const exported = async () =>
      watchExportData.parse(await recordAt({ ...parts(db), now: START + 30 * DAY }, 'o', id, PL));
    const data = await exported();
    const part = { read: 10, counted: 300 };
    expect(data.cover).toMatchObject({ is_known: false, lists: 31, whole_lists: 0, part });
    expect(data.course[0]).toMatchObject({ visible: 10, read: 10, review_count: 300, unknown: 290 });
    const html = exportHtml(data, 'pl');
    expect(html).not.toContain('W tym okresie sprawdzenia nie znalazły');
    expect(html).toContain(
      'Między 20.08.2026, 11:00 a 19.09.2026, 11:00 sprawdzenia nie znalazły żadnej zmiany wśród opinii, które przeczytano. O pozostałych opiniach',
    );
    expect(html).not.toContain('<td>0</td>');
    expect(html).toContain(
      'Listy opinii przeczytane w całości: 0 z 31. Ostatnia niepełna lista: 10 z 300 opinii.',
    );
    // A list that was cut between two whole lists hides nothing.
    for (const day of [0, 30]) {
      await db.deleteFrom('watch_check').where('id', '=', `day ${day}`).execute();
      await check(day, 300);
    }
    expect((await exported()).cover).toMatchObject({ is_known: true, whole_lists: 2 });
  },

  'the interval of today does not decide what a record of the past knows': async (db) => {
    const record = inventedRecord(db);
    const id = await record.watch({ created_at: START, interval_minutes: 30 * 1_440 });
    for (const day of [0, 20, 40]) await record.check(id, { at: START + day * DAY });
    const known = async (to: string) => {
      const { cover } = await recordAt({ ...parts(db), now: START + 60 * DAY }, 'o', id, { ...PL, to });
      return cover;
    };
    expect(await known('2026-09-10')).toMatchObject({ is_known: true });
    expect(await known('2026-09-20')).toMatchObject({ is_known: false });
    // The last result before a period is compared with the results of the period.
    const part = { ...PL, from: '2026-09-20', to: '2026-10-10' };
    const late = await recordAt({ ...parts(db), now: START + 60 * DAY }, 'o', id, part);
    expect(exportHtml(late, 'pl')).toContain(
      'Między 09.09.2026, 11:00 a 29.09.2026, 11:00 sprawdzenia nie znalazły żadnej zmiany. O pozostałym czasie',
    );
  },

  'authors have pseudonyms that are stable within one record; names, links and ids come on request': async (
    db,
  ) => {
    const id = await inventedWatch(db);
    const data = await recordAt(parts(db), 'o', id, PL);
    expect(data.reviews.map(({ author }) => author)).toEqual(['Autor 1', 'Autor 2', 'Autor 1', 'Autor 3']);
    const text = JSON.stringify(data);
    for (const secret of ['Anna Nowak', 'key 0', 'maps/reviews', 'review 0', 'Zły'])
      expect(text).not.toContain(secret);
    const english = await recordAt(parts(db), 'o', id, { ...PL, lang: 'en' });
    expect(english.reviews[0]?.author).toBe('Author 1');
    const named = await recordAt(parts(db), 'o', id, { ...PL, authors: 'names' });
    expect(named.reviews[0]).toMatchObject({ author: 'Anna Nowak', review_id: 'review 0' });
    expect(named.reviews[0]?.review_url).toContain('maps/reviews');
    const review = await inventedRecord(db).watch({ id: 'single', kind: 'review', subject: 'https://link' });
    await inventedRecord(db).review(review, { review_id: 'r', stars: 4, text: 'Smacznie' });
    await inventedRecord(db).check(review, { id: 'single', at: NOW - DAY });
    const single = await recordAt(parts(db), 'o', review, PL);
    expect(single).toMatchObject({ watch: { subject: null }, events: [], reviews: [{ author: 'Autor 1' }] });
    expect(exportHtml(single, 'pl')).toMatch(
      /<h2>Opinia<.*Autor 1.*4 ★.*Smacznie.*Stan 22\.11\.2026, 10:00: widoczna/s,
    );
  },

  'a day is a day of the time zone; another owner has no such watch': async (db) => {
    const record = inventedRecord(db);
    const id = await record.watch({ created_at: START });
    await record.event(id, { at: Date.UTC(2026, 9, 1, 21, 59, 59), type: 'watch.trouble' });
    await record.event(id, { at: Date.UTC(2026, 9, 1, 22), type: 'watch.recovered' });
    const types = async (day: string) =>
      (await recordAt(parts(db), 'o', id, { ...PL, from: day, to: day })).events.map(({ type }) => type);
    expect(await types('2026-10-01')).toEqual(['watch.trouble']);
    expect(await types('2026-10-02')).toEqual(['watch.recovered']);
    await expect(recordAt(parts(db), 'p', id, PL)).rejects.toMatchObject({ code: 'watch_not_found' });
  },
});
test.describe(onBoth);

/** The record of the invented watch in a database of its own. */
async function inventedData(options: Parameters<typeof recordAt>[3] = PL) {
  await using database = await memoryDatabase();
  return await recordAt(parts(database.db), 'o', await inventedWatch(database.db), options);
}

test('the page holds no scripts and no addresses, and escapes texts of other people', async () => {
  const html = exportHtml(await inventedData({ ...PL, authors: 'names' }), 'pl');
  expect(html).not.toMatch(/<script|<b>Autor|<link|<iframe|<img|@import|url\(/);
  expect(html).toContain('<bdi>=HYPERLINK(&#34;https://evil.test&#34;;&#34;x&#34;)&#60;script&#62;');
  expect(html).toContain("default-src 'none'; style-src 'unsafe-inline'");
  // Of two losses, one has its pack, and the record says that the other has none.
  expect(html.match(/pakiet dowodowy: e_|bez pakietu dowodowego/g)).toHaveLength(2);
  expect(html).toContain(`${'Szanowny Panie, przykro nam. '.repeat(30).slice(0, 500)}… [pominięto znaków: `);
});

test('an empty record says so, and a long one names what the workbook has', async () => {
  const data = await inventedData();
  const cover = { ...data.cover, is_known: true };
  const none = { first_result_at: null, last_result_at: null };
  const nothing = { events: [], course: [], reviews: [] };
  const empty = exportHtml({ ...data, cover: { ...cover, ...none }, ...nothing }, 'en');
  expect(empty).toContain('The checks of this period found no change.');
  expect(empty).toContain('No check of this period has a result');
  const [event] = data.events;
  if (event === undefined) throw new Error('no event');
  const long = exportHtml({ ...data, events: Array.from({ length: 130 }, () => event) }, 'en');
  expect(long).toContain('The XLSX file has the other entries (30).');
  const [day] = data.course;
  if (day === undefined) throw new Error('no day');
  const one = exportHtml({ ...data, course: [{ ...day, rating: null }] }, 'pl');
  expect(one).not.toMatch(/NaN|Infinity|undefined/);
});

test('the workbook holds no formula, and the texts whole', async () => {
  const data = await inventedData({ ...PL, authors: 'names' });
  const bytes = Buffer.from(await (await exportBlob(data, 'pl')).arrayBuffer());
  const rows = await rowsOfWorkbook(bytes);
  expect(rows[0]?.slice(0, 3)).toEqual(['Kiedy', 'Kiedy (UTC)', 'Co się zmieniło']);
  expect(rows).toHaveLength(12);
  const sheets = await readXlsxFile(bytes);
  expect(sheets.map(({ sheet }) => sheet)).toEqual(['Zdarzenia', 'Opinie', 'Przebieg', 'Uwagi']);
  expect(JSON.stringify(sheets[0]?.data)).toContain(JSON.stringify(HOSTILE).slice(1, -1));
  expect(sheets[1]?.data[1]?.slice(0, 4)).toEqual([1, 'Anna Nowak', 5, PRAISE]);
  expect(sheets[1]?.data[1]?.[7]).toBe('niewidoczna: wizytówka jest, opinii nie ma');
  expect(sheets[1]?.data[1]?.[6]).toMatch(/^„3 miesiące temu”, odczytano \d{4}-\d\d-\d\d$/);
  expect(sheets[2]?.data).toHaveLength(91);
  expect(sheets[3]?.data.flat().join(' ')).toContain('Nie mówi, dlaczego opinia nie jest wyświetlana');
  const pseudonymous = Buffer.from(await (await exportBlob(await inventedData(), 'en')).arrayBuffer());
  expect(JSON.stringify(await readXlsxFile(pseudonymous))).not.toMatch(/Anna Nowak|maps\/reviews/);
});

test('a workbook of many reviews is made in turns of the event loop', async () => {
  const data = await inventedData();
  const [review] = data.reviews;
  if (review === undefined) throw new Error('no review');
  let isOver = false;
  let made = 0;
  let most = 0;
  const slow = Object.defineProperty({ ...review }, 'status', {
    get: () => {
      made += 1;
      most = Math.max(most, made);
      for (const since = performance.now(); performance.now() - since < 0.5; );
      return 'visible';
    },
  });
  const count = () => {
    made = 0;
    if (!isOver) setImmediate(count);
  };
  count();
  await exportBlob({ ...data, reviews: Array.from({ length: 200 }, () => slow) }, 'pl');
  isOver = true;
  expect(most).toBeLessThanOrEqual(100);
});

test('the page says what happened in the language that is asked for', async () => {
  const data = await inventedData();
  const expected = {
    pl: [
      '<title>Zapis obserwacji: Piero',
      'Opinie, które przestały być wyświetlane',
      'Wynik sprawdzenia: wizytówka jest, opinii nie ma',
      'Autor 1 · 5 ★',
      'Średnia: 4,5 → 4,2',
      'Czego ten zapis nie dowodzi',
    ],
    en: [
      '<title>Record of a watch: Piero',
      'Reviews that are not shown any more',
      'Rating: 4.5 → 4.2',
      'Closed: no → temporarily',
      'What this record does not prove',
    ],
  };
  for (const lang of ['pl', 'en'] as const) {
    const html = exportHtml(data, lang);
    const shown = html.replace(/<(?!title)[^>]*>/g, '');
    for (const text of expected[lang]) expect(shown).toContain(text);
    expect(shown).not.toMatch(/Anna Nowak|usunięt[aąy]\b(?!”)|was removed/);
  }
});
