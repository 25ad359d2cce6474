import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { printReport } from '../../../src/capabilities/evidence/make/compositor.js';
import { writeOutMissingSigns } from '../../../src/capabilities/evidence/make/missing-signs.js';
import { type Picture, reportHtml } from '../../../src/capabilities/evidence/make/report-page.js';
import type { Manifest, ManifestDraft } from '../../../src/capabilities/evidence/proof/pack-manifest.js';
import { inventedDraft, inventedFiles, PIXEL } from '../../support/evidence-pack.js';
import { expect, test } from '../../support/test.js';

const KEY = {
  id: 'c0ffee'.repeat(10),
  publicPem: '-----BEGIN PUBLIC KEY-----\nMCowBQ==\n-----END PUBLIC KEY-----\n',
};
const ENDED_AT = Date.UTC(2026, 10, 23, 16, 5, 10);
const PICTURES = new Map<number, Picture>(
  [1, 2, 3].map((number) => [number, { type: 'image/png', bytes: PIXEL }]),
);

const NO_STAMP = { status: 'none', authority: null, why: null } as const;

function htmlOf(draft: ManifestDraft, timestamp: Manifest['timestamp'] = NO_STAMP): string {
  const files = inventedFiles(draft).map(({ path, bytes }) => ({
    path,
    bytes: bytes.length,
    sha256: 'ab'.repeat(32),
  }));
  return reportHtml({ draft, timestamp, files, pictures: PICTURES, key: KEY });
}

const english = (draft: ManifestDraft): ManifestDraft => ({
  ...draft,
  options: { ...draft.options, lang: 'en' },
});

const visible = (text: string): ManifestDraft => {
  const draft = inventedDraft(ENDED_AT);
  const [first] = draft.loads;
  return {
    ...draft,
    verdict: { is_visible: true, reason: 'visible' },
    review: {
      ...draft.review,
      author_name: 'Żaneta <script>alert(1)</script> Łęcka',
      stars: 2,
      text,
      date_text: '3 dni temu',
    },
    loads: first === undefined ? [] : [{ ...first, outcome: 'shown' }],
  };
};

test('the page holds no scripts, opens no addresses, and escapes texts of other people', () => {
  const html = htmlOf(visible('<img src=https://evil.test/x onerror=alert(1)>'));
  expect(html).not.toMatch(/<script|<img src=https|<link|<iframe|@import|url\(/);
  expect(html).toContain('&#60;img src=https://evil.test/x onerror=alert(1)&#62;');
  expect(html).toContain("default-src 'none'; img-src data:; style-src 'unsafe-inline'");
  expect(html).toContain('<html lang="pl">');
});

test('a long text is cut in the report, and the report says so', () => {
  const html = htmlOf(visible('a'.repeat(10_000)));
  expect(html).toContain(`${'a'.repeat(1_200)}…`);
  expect(html).toContain('[pierwsze 1200 z 10000 znaków; całość jest w pliku manifest.json]');
  expect(htmlOf(visible(''))).toContain('(opinia bez treści)');
});

test('the report has the author and text that the page showed, also of a review without stars', () => {
  const draft = inventedDraft(ENDED_AT);
  const unknown = 'Autor, gwiazdki i treść nie są znane: strona ich nie pokazała.';
  expect(htmlOf(draft)).toContain(unknown);
  expect(htmlOf(draft)).not.toMatch(/PDF\/A|moc prawn|usunięt[aąy]\b(?!”)/);
  const html = htmlOf({
    ...draft,
    verdict: { is_visible: false, reason: 'no_rating' },
    review: { ...draft.review, author_name: 'Jan', text: 'Zimne' },
  });
  expect(html).toContain('pokazały tę opinię osobie niezalogowanej bez gwiazdek.');
  expect(html).toContain('<bdi class="foreign">Zimne</bdi>');
  expect(html).not.toContain(unknown);
});

test('the first page names the operator, the address of the key, and whether there is a time stamp', () => {
  const draft = inventedDraft(ENDED_AT);
  const unnamed = htmlOf(draft);
  expect(unnamed.match(/nie podano/g)).toHaveLength(3);
  expect(unnamed).toContain('Brak. Chwilę sprawdzenia podaje tylko zegar usługi');
  const operator = {
    name: 'Agencja <b>',
    contact: 'biuro@agencja.test',
    key_url: 'https://agencja.test/klucz',
  };
  const authority = 'https://tsa.test/';
  const named = htmlOf({ ...draft, operator }, { status: 'requested', authority, why: null });
  for (const part of ['Agencja &#60;b&#62;', operator.contact, 'pod adresem https://agencja.test/klucz'])
    expect(named).toContain(part);
  expect(named).toContain(`Plik timestamp.tsr, który wydał urząd ${authority}`);
  expect(named.indexOf(authority)).toBeLessThan(named.indexOf('Czego dotyczy sprawdzenie'));
  const failed = htmlOf(english(draft), { status: 'failed', authority, why: 'x' });
  expect(failed).toContain(`None: the authority ${authority} gave no time stamp.`);
});

test('the date is a day; the words of the provider stand in brackets with the day of their reading', () => {
  const draft = visible('Zimne');
  const review = {
    ...draft.review,
    published_at_utc: '2026-11-20T23:30:00Z',
    edited_at_utc: '2026-11-21T10:00:00Z',
  };
  const html = htmlOf({ ...draft, review });
  // The day in the time zone of the service.
  expect(html).toContain(
    '21.11.2026 <bdi class="foreign">(w Mapach Google: „3 dni temu”, odczytano 23.11.2026)</bdi>',
  );
  expect(html).toMatch(/Zmieniono<\/th><td>21\.11\.2026/);
  expect(htmlOf(draft)).toContain('dokładna data nie jest znana</i> <bdi class="foreign">(w Mapach Google');
});

test('captions say what the pictures cover, and which load gives the name alone', () => {
  const draft = inventedDraft(ENDED_AT);
  const covered = 'pokazana w całości (tu zakryta ze względu na prywatność)';
  expect(htmlOf(draft)).toContain(`4. Opinia kontrolna: ${covered}`);
  expect(htmlOf({ ...draft, options: { ...draft.options, blur: 'none' } })).not.toContain('tu zakryta');
  const [first] = draft.loads;
  if (first === undefined) throw new Error('no load');
  const forName = { ...first, number: 5, purpose: 'place_name' as const, outcome: 'read' as const };
  const html = htmlOf({ ...draft, loads: [...draft.loads, forName] });
  expect(html).toContain('5. Strona miejsca (tylko dla nazwy): odczytana');
  expect(html).toContain('Werdykt na niej nie polega.');
});

test('a load of another place is no load without the review, and missing controls are counted', () => {
  const draft = inventedDraft(ENDED_AT);
  const loads = draft.loads.map((load, at) =>
    at === 0 ? { ...load, outcome: 'other_place' as const } : load,
  );
  const tried = { url: 'https://maps.test/', place: null, why: null, at_utc: draft.made_at_utc };
  const controls = (['shown', 'missing', 'skipped'] as const).map((outcome) => ({ ...tried, outcome }));
  const html = htmlOf({ ...draft, loads, controls });
  expect(html).toContain('nie pokazała opinii: 1.');
  expect(html).toContain('albo które pominięto: 2.');
});

const HOSTILE = `</bdi></section><h1>Dowód</h1><script>alert(1)</script><img src=https://evil.test/x>
\u202emocno\u2069 مطعم 🥟 Z${'\u0336\u0352'.repeat(40)}\n\n\n\u2028WERDYKT: usunięta`;

const seen = (over: object = {}): ManifestDraft => ({
  ...inventedDraft(ENDED_AT),
  seen_by_requester: {
    ...{ is_verified: false, source: 'watch', author: 'Jan Zmyślony', rating: 1, text: 'Zimne pierogi' },
    ...{ read_on: '2026-10-05T08:05:00Z', on: '2026-11-20T08:05:00Z' },
    ...over,
  },
});

test('what a watch read earlier stands in a section of its own, and is named as such', () => {
  const html = htmlOf(seen({ text: 'a'.repeat(700) }));
  const part = /<section class="ledger">.*?<\/section>/s.exec(html)?.[0] ?? '';
  for (const text of ['Według wcześniejszych sprawdzeń tej usługi', 'Tak odczytana', 'Ostatnio widziana'])
    expect(part).toContain(text);
  expect(part).toContain('[pierwsze 600 z 700 znaków; całość jest w pliku manifest.json]');
  expect(html.replace(part, '')).not.toContain('Jan Zmyślony');
  expect(html).toContain('Autor, gwiazdki i treść nie są znane: strona ich nie pokazała.');
  const some = htmlOf(english(seen({ author: null, rating: null, text: '' })));
  expect(some).toContain('According to earlier checks by this service');
  expect(some).toContain('08:05:00 (UTC+00:00)');
  expect(some).toContain('(no text)');
  expect(htmlOf(inventedDraft(ENDED_AT))).not.toContain('<section class="ledger">');
});

test('what a watch read earlier stays one line of text in their section, however long', () => {
  const html = htmlOf(seen({ author: HOSTILE, text: `${HOSTILE}${'🥟'.repeat(10_000)}` }));
  const part = /<section class="ledger">.*?<\/section>/s.exec(html)?.[0] ?? '';
  expect(html).not.toMatch(/<script|<img src=https|<h1>Dowód/);
  expect(part).toContain('&#60;/section&#62;&#60;h1&#62;');
  expect(part.match(/<bdi[^>]*>[^<]*[\n\u2028]/)).toBe(null);
  expect(part).toContain('znaków; całość jest w pliku manifest.json');
});

test('a character that no font has is written out and named at the end', async ({ bareBrowser }) => {
  await using context = await bareBrowser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const text = 'Żurek \u{10FFFD} 10/10, вкусно\u00ad\u200d z\u0301 \u{FFFFD}!';
  await page.setContent(htmlOf(visible(text)));
  const drawn = () => page.locator('bdi', { hasText: 'Żurek' }).textContent();
  expect(await drawn()).toBe(text);
  const missing = await writeOutMissingSigns(page);
  expect(missing).toEqual(expect.arrayContaining(['\u{10FFFD}', '\u{FFFFD}']));
  expect(await drawn()).toContain('Żurek [U+10FFFD] 10/10');
  expect(await drawn()).toContain(' [U+FFFFD]!');
  const note = page.locator('#missing-signs');
  expect(await note.isVisible()).toBe(true);
  expect(await note.textContent()).toContain('U+10FFFD');
  await page.setContent(htmlOf(visible('Żurek – 10/10')));
  expect(await writeOutMissingSigns(page)).toEqual([]);
  expect(await note.isVisible()).toBe(false);
});

test.describe('as PDF', () => {
  test.skip(spawnSync('pdftotext', ['-v']).error !== undefined, 'needs poppler-utils (pdftotext, pdfinfo)');
  let browser: Browser;
  test.beforeAll(({ bareBrowser }) => {
    browser = bareBrowser;
  });

  /** What poppler says of a PDF: its text in reading order, and its properties. */
  async function printed(draft: ManifestDraft) {
    const file = test.info().outputPath('report.pdf');
    const bytes = await printReport(browser, htmlOf(draft));
    writeFileSync(file, bytes);
    const poppler = (program: string, ...args: string[]) => execFileSync(program, args).toString();
    const about = poppler('pdfinfo', file);
    return {
      text: poppler('pdftotext', file, '-').replace(/\s+/g, ' '),
      about,
      structure: poppler('pdfinfo', '-struct', file),
      pages: Number(/Pages:\s+(\d+)/.exec(about)?.[1]),
      raw: bytes.toString('latin1'),
    };
  }

  test('a review that is not visible takes one or two tagged pages in order, whatever a watch has read', async () => {
    const claim = { author: HOSTILE, text: `${HOSTILE} ${'אבג 🥟 '.repeat(2_000)}` };
    const { text, about, structure, pages, raw } = await printed(seen(claim));
    for (const part of [
      '23.11.2026, 17:05:10 (UTC+01:00): Mapy Google nie pokazały tej opinii',
      '1. Ta opinia: niepokazana',
      '4. Opinia kontrolna: pokazana w całości (tu zakryta',
      'Bez obrazu.',
      'Nie dowodzi, że opinia kiedykolwiek istniała.',
      'Pierogarnia Wymyślona',
      KEY.id,
    ])
      expect(text).toContain(part);
    const order = [
      'Czego dotyczy sprawdzenie',
      'Według wcześniejszych',
      'Wczytane strony',
      'Czego ten zapis',
    ];
    const places = order.map((heading) => text.indexOf(heading));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(about).toMatch(/Title:\s+Opinia niewidoczna/);
    expect(about).toMatch(/Tagged:\s+yes/);
    expect(raw).toContain('/Lang (pl)');
    for (const role of ['H1', 'H2', 'Table', 'TH', 'Figure', 'LI']) expect(structure).toContain(role);
    expect(pages).toBeLessThanOrEqual(2);
  });

  test('long names, right-to-left texts, emoji, notices and eight loads take few pages in English', async () => {
    const draft = english(visible(`מסעדה גרועה مطعم سيئ 🥟🥟 ${'Bardzo długa opinia. '.repeat(500)}`));
    const { loads } = inventedDraft(ENDED_AT);
    const notice = {
      kind: 'other' as const,
      text: 'Uwaga! '.repeat(100),
      seen_at_utc: '2026-11-23T16:00:00Z',
    };
    const { pages, text, about, raw } = await printed({
      ...draft,
      place: {
        ...{ ...draft.place, name: 'Najdłuższapierogarnia'.repeat(40) },
        notices: Array.from({ length: 9 }, () => notice),
      },
      loads: [...loads, ...loads.map((load) => ({ ...load, number: load.number + 4 }))],
    });
    expect(text).toContain('showed this review to a signed-out visitor');
    expect(text).toContain('Żaneta <script>alert(1)</script> Łęcka');
    expect(text).toContain('manifest.json has the other notices (6)');
    expect(text).toMatch(/\(2026-11-23\s+16:00\s+UTC\)/);
    expect(text).toContain('8. Control review');
    expect(about).toMatch(/Title:\s+A visible review/);
    expect(raw).toContain('/Lang (en)');
    // Two with the fonts of most machines.
    expect(pages).toBeGreaterThan(1);
    expect(pages).toBeLessThanOrEqual(3);
  });
});

test('a link that shows no place is not called a review that is not visible', () => {
  const draft = inventedDraft(ENDED_AT);
  const unclear = { ...draft, verdict: { is_visible: false, reason: 'no_business_data' } as const };
  expect(htmlOf(unclear)).toContain('<h1>Link, który nie pokazuje miejsca</h1>');
  expect(htmlOf(english(unclear))).toContain('<h1>A link that shows no place</h1>');
  expect(htmlOf(draft)).toContain('<h1>Opinia niewidoczna</h1>');
});
