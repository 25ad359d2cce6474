import { clientRecord } from '../../../src/capabilities/reports/client-record.js';
import { exportHtml } from '../../../src/capabilities/reports/export-pdf.js';
import { watchExportData } from '../../../src/capabilities/reports/published.js';
import { recordAt } from '../../../src/capabilities/reports/record-at.js';
import { recordCheck } from '../../../src/capabilities/watch/ledger.js';
import type { EvidencePolicy } from '../../../src/capabilities/watch/values.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { testsOnBothDatabases } from '../../support/both-databases.js';
import { expect, test } from '../../support/test.js';
import { addWatch, DAY_MS, look, START, seen } from '../../support/watched.js';

const localTime = createLocalTime('Europe/Warsaw');
const JANUARY = { from: '2026-01-01', to: '2026-01-31' } as const;
const NINE = { hours: 9 } as const;
type Base = Parameters<typeof recordAt>[0]['db'];
type Look = NonNullable<Parameters<typeof look>[1]>;

/** Checks a watch each day; each check begins with the state that the earlier check left. */
async function checkDays(db: Base, id: string, days: readonly [first: number, last: number], found: Look) {
  for (let day = days[0]; day <= days[1]; day += 1) {
    const row = await db.selectFrom('watch').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    await recordCheck({ db }, row, look(day, { ...NINE, ...found }));
  }
}

/** The record of January as it is made on a day, counted from 1 January. */
async function january(db: Base, id: string, day: number) {
  const now = START + day * DAY_MS + 12 * 3_600_000;
  const options = { ...JANUARY, authors: 'names', lang: 'pl' } as const;
  const data = await recordAt({ db, localTime, timeZone: 'Europe/Warsaw', now }, 'o', id, options);
  // The record says that its names are those of the day when it was made.
  const { made_at, made_at_utc, latest, watch, reviews, ...record } = watchExportData.parse(data);
  const { label, client, place_name, address, ...subject } = watch;
  const unnamed = reviews.map(({ author, versions, ...review }) => ({
    ...review,
    versions: versions.map(({ author: _, ...version }) => version),
  }));
  const names = { label, client, place_name, address, authors: reviews.map(({ author }) => author) };
  return { data, record: { ...record, watch: subject, reviews: unnamed }, latest, names };
}

const ADDRESS = 'ul. Zmyślona 1';

const onBoth = testsOnBothDatabases({
  'the record of January made in March has what the record made on 1 February has': async (db) => {
    const policy: EvidencePolicy = 'never';
    await addWatch({ db }, { id: 'place', evidence: policy });
    const url = 'https://www.google.com/maps/reviews/single';
    await addWatch({ db }, { id: 'single', subject: url, kind: 'review', evidence: policy });
    const [kept, other] = [seen('A'), seen('B', { author: null })];
    const lost = seen('N', { text: 'Wspaniale!', author: null });
    const rewritten = {
      ...lost,
      author: 'Nowy',
      stars: 1,
      text: 'Oszuści',
      editedAt: START / 1_000 + 69 * 86_400,
    };
    const two = { place: { reviewCount: 2 } };
    await checkDays(db, 'place', [0, 13], { reviews: [kept, other, lost] });
    await checkDays(db, 'place', [14, 14], {
      ...{ reviews: [kept, other], verdicts: { N: 'no_rating_section' }, ...two },
    });
    const answered = { ...other, reply: 'Dziękujemy' };
    await checkDays(db, 'place', [15, 29], { reviews: [kept, answered], ...two });
    // On the last day, a review is missing and no check of its own has a verdict.
    await checkDays(db, 'place', [30, 30], { reviews: [kept], verdicts: { B: null }, ...two });
    const own = { stop: null, place: null } as const;
    await checkDays(db, 'single', [0, 30], { ...own, alone: seen('single', { text: 'Dobrze' }) });
    const onFirst = { place: await january(db, 'place', 31), single: await january(db, 'single', 31) };

    await checkDays(db, 'place', [31, 33], { reviews: [kept], verdicts: { B: null }, ...two });
    // Only now the name of an author is read.
    const signed = { ...answered, author: 'Jan' };
    await checkDays(db, 'place', [34, 69], { reviews: [kept, signed], ...two });
    await checkDays(db, 'place', [70, 75], { reviews: [kept, { ...signed, stars: 2 }, rewritten] });
    await checkDays(db, 'single', [31, 39], { ...own, alone: seen('single', { stars: 1, text: 'Źle' }) });
    await checkDays(db, 'single', [40, 75], { ...own, verdicts: { single: 'no_rating_section' } });
    const renamed = { label: 'Nowa nazwa', client: 'Nowy klient' };
    await db.updateTable('watch').set(renamed).where('id', '=', 'place').execute();
    const moved = { ...two, place: { ...two.place, name: 'Karczma' } };
    await checkDays(db, 'place', [76, 76], { reviews: [kept, signed], ...moved });
    const inMarch = { place: await january(db, 'place', 76), single: await january(db, 'single', 76) };

    for (const id of ['place', 'single'] as const)
      expect(JSON.stringify(inMarch[id].record)).toBe(JSON.stringify(onFirst[id].record));
    expect([onFirst.place.names, inMarch.place.names]).toEqual([
      { label: null, client: null, place_name: 'Pierogarnia', address: ADDRESS, authors: [null, null] },
      {
        ...{ label: 'Nowa nazwa', client: 'Nowy klient', place_name: 'Karczma', address: ADDRESS },
        authors: ['Jan', null],
      },
    ]);
    for (const { data } of [onFirst.place, inMarch.place])
      expect(exportHtml(data, 'pl')).toMatch(/Nazwy klienta, .* są takie, jakie usługa znała tego dnia\./);
    const head = exportHtml({ ...inMarch.place.data, operator: 'Biuro Opinii' }, 'pl');
    for (const text of [ADDRESS, 'Klient: Nowy klient', 'Usługę prowadzi: Biuro Opinii.'])
      expect(head).toContain(text);
    expect(exportHtml(onFirst.place.data, 'pl')).toContain('Nie podano, kto prowadzi usługę.');
    expect(inMarch.place.record.reviews.map(({ status }) => status)).toEqual(['missing', 'not_visible']);
    expect(inMarch.single.record.reviews).toMatchObject([
      { status: 'visible', status_at: '2026-01-01 10:00:00', versions: [{ stars: 5, text: 'Dobrze' }] },
    ]);
    expect(onFirst.single.latest).toBeNull();
    const page = exportHtml(inMarch.single.data, 'pl');
    expect(page).toContain('Stan 31.01.2026, 10:00: widoczna');
    expect(page).toContain('Stan 17.03.2026, 10:00: niewidoczna');
    expect(exportHtml(onFirst.single.data, 'pl')).not.toContain('niewidoczna');
    expect(exportHtml(inMarch.place.data, 'pl')).not.toContain('Oszuści');
  },

  'a record never says "no change" of a place whose page was not read': async (db) => {
    await addWatch({ db }, { id: 'place', evidence: 'never' });
    const limited = { place: { rating: null, reviewCount: null, isWhole: false } } as const;
    await checkDays(db, 'place', [0, 0], { reviews: [seen('A')] });
    await checkDays(db, 'place', [1, 30], { reviews: [seen('A')], ...limited });
    const { data } = await january(db, 'place', 31);
    expect(data.cover).toMatchObject({ is_known: false, lists: 31, whole_lists: 31, place_pages: 1 });
    const page = exportHtml(data, 'pl');
    expect(page).toContain('Strona miejsca odczytana w całości: 1 z 31 sprawdzeń.');
    expect(page).not.toMatch(/W tym okresie sprawdzenia nie znalazły|<td>0<\/td>/);
    expect(page).toContain('Nie wiadomo, czy w tym okresie');
  },

  'a silence does not begin with a list that was read in part': async (db) => {
    await addWatch({ db }, { id: 'place', evidence: 'never' });
    await checkDays(db, 'place', [-9, -1], { reviews: [seen('A')], stop: 'provider_limit' });
    await checkDays(db, 'place', [19, 30], { reviews: [seen('A')] });
    const { data } = await january(db, 'place', 31);
    expect(data.cover).toMatchObject({ is_known: false, compared_from: '2026-01-20 10:00:00' });
    expect(exportHtml(data, 'pl')).toContain('Między 20.01.2026, 10:00 a 31.01.2026, 10:00 sprawdzenia');
  },

  'a difference of the last check that waits for another check is no silence': async (db) => {
    for (const [id, last] of [
      ['count', { reviews: [seen('A')], place: { reviewCount: 2 } }],
      ['missing', { reviews: [], verdicts: { A: null } }],
      ['gone', { stop: null, place: null, isGone: true, verdicts: { A: null } }],
      ['text', { reviews: [seen('A', { text: '' })] }],
    ] as const) {
      await addWatch({ db }, { id, subject: `ChIJ${id}`, evidence: 'never' });
      await checkDays(db, id, [0, 29], { reviews: [seen('A')] });
      await checkDays(db, id, [30, 30], last);
      const { data } = await january(db, id, 31);
      expect([id, data.events, data.cover.is_known]).toEqual([id, [], false]);
      expect(data.cover.pending).toBeGreaterThan(0);
      const page = exportHtml(data, 'pl');
      expect(page).not.toMatch(/sprawdzenia nie znalazły|<td>0<\/td>/);
      expect(page).toContain('które musi potwierdzić następne sprawdzenie');
      await checkDays(db, id, [31, 31], { reviews: [seen('A')] });
      expect((await january(db, id, 32)).data.cover.pending).toBe(data.cover.pending);
    }
  },

  'the record of a review has no 0 for what its checks do not look at': async (db) => {
    const url = 'https://www.google.com/maps/reviews/single';
    await addWatch({ db }, { id: 'single', subject: url, kind: 'review', evidence: 'never' });
    await checkDays(db, 'single', [0, 30], { stop: null, place: null, alone: seen('single') });
    const { data } = await january(db, 'single', 31);
    expect(data.cover.is_known).toBe(true);
    const rowOf = (name: string) => new RegExp(`${name}</th><td>([^<]*)`).exec(exportHtml(data, 'pl'))?.[1];
    expect(
      ['Nowe opinie', 'Opinie, których brakuje', 'Zmiany danych miejsca'].map((name) =>
        rowOf(`${name}[^<]*`),
      ),
    ).toEqual(Array(3).fill('–'));
    expect(rowOf('Zmienione opinie')).toBe('0');
    const { changes } = clientRecord('Klient', [data]);
    expect(changes.added).toEqual({ found: 0, is_known: false });
    expect(changes.lost).toEqual({ found: 0, is_known: true });
  },

  'a place that is gone is said to be gone, with the time, and no silence covers its reviews': async (db) => {
    await addWatch({ db }, { id: 'place', evidence: 'never' });
    const gone = { stop: null, place: null, isGone: true } as const;
    await checkDays(db, 'place', [-5, -3], { reviews: [seen('A')] });
    await checkDays(db, 'place', [-2, -2], { ...gone, verdicts: { A: 'no_rating_section' } });
    await checkDays(db, 'place', [-1, 30], gone);
    const { data } = await january(db, 'place', 31);
    expect(data).toMatchObject({ gone_at: '2026-01-31 10:00:00', checks_without_result: 0, events: [] });
    expect(data.cover).toMatchObject({ is_known: false, lists: 0 });
    const page = exportHtml(data, 'pl');
    expect(page).toContain('Stan 31.01.2026, 10:00: Mapy Google nie pokazują takiego miejsca.');
    expect(page).toContain('sprawdzenia nie znalazły żadnej zmiany wśród opinii, które przeczytano.');
    expect(page).not.toMatch(/W tym okresie sprawdzenia nie znalazły|<td>0<\/td>/);
    await checkDays(db, 'place', [31, 31], { reviews: [seen('A')] });
    // What came after the period is not in its record.
    expect((await january(db, 'place', 32)).data.gone_at).toBe('2026-01-31 10:00:00');
    await db
      .deleteFrom('watch_check')
      .where('at', '>=', START + 30 * DAY_MS)
      .execute();
    await checkDays(db, 'place', [30, 30], { reviews: [seen('A')] });
    expect((await january(db, 'place', 31)).data.gone_at).toBeNull();
  },
});
test.describe(onBoth);
