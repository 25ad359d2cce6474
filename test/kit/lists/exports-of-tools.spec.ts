import fc from 'fast-check';
import { queryOf, readText } from '../../../src/kit/lists/read-list.js';
import { expect, test } from '../../support/test.js';

// Lists as other programs export them and as offices keep them, by their headings. All rows are invented.

const A = 'https://maps.app.goo.gl/ZmyslonyA';
const B = 'https://maps.app.goo.gl/ZmyslonyB';
const ID = 'ChIJF8SALp1bFkcRo41GsX_glSw';
const F = '0x47165b9d2e80c417:0x2c95e07fb1468da3';
const CID = '3212720748238376355';
const MAP = `https://www.google.com/maps/place/Bar/data=!4m7!3m6!1s${F}!8m2!3d51.7!4d19.4`;

/** Name, separator, headings, cells of the first row, what is searched for. */
const EXPORTS: readonly (readonly [string, string, string, string, string])[] = [
  [
    'Outscraper',
    ',',
    'query,name,site,type,phone,full_address,street,city,postal_code,latitude,rating,reviews,place_id,google_id,cid,reviews_link,location_link',
    `bary w mieście,Bar,https://bar.example,Bar,+48 600 100 200,ul. Długa 5,ul. Długa 5,Łódź,90-001,51.7,4.6,12,${ID},${F},${CID},https://search.google.com/local/reviews?placeid=${ID},${MAP}`,
    ID,
  ],
  [
    'gosom',
    ',',
    'input_id,link,title,category,address,website,phone,review_count,review_rating,cid,reviews_link,timezone,data_id',
    `x1,${MAP},Bar,Bar,ul. Długa 5,https://bar.example,+48 600 100 200,12,4.6,${CID},https://search.google.com/local/reviews?placeid=${ID},Europe/Warsaw,${F}`,
    MAP,
  ],
  [
    'Apify',
    ',',
    'title,price,categoryName,address,street,city,countryCode,website,phone,location/lat,totalScore,placeId,fid,cid,searchString,url',
    `Bar,,Bar,ul. Długa 5,ul. Długa 5,Łódź,PL,https://bar.example,+48600100200,51.7,4.6,${ID},${F},${CID},bary,https://www.google.com/maps/search/?api=1&query=Bar&query_place_id=${ID}`,
    ID,
  ],
  [
    'Localo',
    ';',
    'Nazwa wizytówki;Adres;Fraza kluczowa;Pozycja;Liczba opinii;Ocena',
    'Bar Zmyślony;ul. Długa 5;bar łódź;3;12;4,6',
    'Bar Zmyślony, ul. Długa 5',
  ],
  [
    'BrightLocal',
    ',',
    'Location Name,Location Reference,URL,Business Category,Country,Address1,Region,City,Postcode,Telephone,Contact First Name',
    'Bar Zmyślony,REF1,https://bar.example,Bar,POL,ul. Długa 5,Łódzkie,Łódź,90-001,600100200,Jan',
    'Bar Zmyślony, ul. Długa 5, Łódź',
  ],
  [
    'Whitespark',
    ',',
    'Business Name,Address,City,State/Province,Postal/Zip,Phone,Website,GBP URL',
    `Bar,ul. Długa 5,Łódź,,90-001,600100200,https://bar.example,https://maps.google.com/?cid=${CID}`,
    `https://maps.google.com/?cid=${CID}`,
  ],
  ['Semrush', ',', 'Location,Place ID,Google Maps link,Avg. rating', `Bar,${ID},${A},4.6`, ID],
  [
    'PhantomBuster',
    ',',
    'placeUrl,title,rating,reviewCount,category,address,website,phoneNumber,query',
    `${A},Bar,4.6,12,Bar,ul. Długa 5,https://bar.example,600100200,bary`,
    A,
  ],
  ['SerpApi', ',', 'position,title,place_id,data_id,data_cid', `1,Bar,${ID},${F},${CID}`, ID],
  [
    'statistics of Google Business Profile',
    ';',
    'Kod sklepu;Nazwa firmy;Adres;Etykiety;Połączenia',
    'A1;Bar Zmyślony;ul. Długa 5, Łódź;;4',
    'Bar Zmyślony, ul. Długa 5, Łódź',
  ],
  ['a saved list', ',', 'Tytuł,Notatka,URL,Tagi,Komentarz', `Bar,,${A},,`, A],
  [
    'a register of clients',
    ';',
    'Lp.;Klient;Opiekun;NIP;Nazwa lokalu;Ulica i nr;Kod;Miasto;Uwagi',
    '1;Zmyślony sp. z o.o.;Jan K.;1234567890;Bar Zmyślony;Długa 5;90-001;Łódź;pilne',
    'Bar Zmyślony, Łódź',
  ],
  ['clients', ';', 'Klient;Miasto', 'Bar Zmyślony;Łódź', 'Bar Zmyślony, Łódź'],
  ['people', ';', 'Osoba kontaktowa;Firma;Telefon', 'Jan Zmyślony;Bar Zmyślony;600 100 200', 'Bar Zmyślony'],
  [
    'short and long names',
    ';',
    'Nazwa skrócona;Nazwa pełna;Miejscowość',
    'Bar Zmyślony;Bar Zmyślony s.c.;Łódź',
    'Bar Zmyślony, Łódź',
  ],
  ['capital letters', ';', 'NAZWA FIRMY;MIASTO;ADRES WWW', 'BAR;ŁÓDŹ;bar.example', 'BAR, ŁÓDŹ'],
  [
    'German',
    ';',
    'Name;Straße;Ort;Telefon',
    'Bar Zmyślony;Lange Str. 5;Berlin;030123456',
    'Bar Zmyślony, Berlin',
  ],
  ['tabs', '\t', 'Nazwa\tMiasto', 'Bar Zmyślony\tŁódź', 'Bar Zmyślony, Łódź'],
  ['Markdown', '|', '| Nazwa | Miasto |', '| Bar Zmyślony | Łódź |', 'Bar Zmyślony, Łódź'],
  [
    'non-breaking blanks',
    ';',
    'Nazwa\u00a0firmy;Miasto',
    'Bar\u00a0Zmyślony;Łódź',
    'Bar\u00a0Zmyślony, Łódź',
  ],
  ['a heading of reviews', ';', 'Opinia;Autor', `${A};Jan`, A],
  ['links under an address', ';', 'Adres;Nazwa;Adres w Google', `ul. Długa 5;Bar;${A}`, A],
];

const searchesOf = (text: string) => readText(text, 'places').list.links.map(queryOf);

test('exports of other programs and lists of offices are read by their headings', () => {
  for (const [what, , headings, row, expected] of EXPORTS)
    expect(searchesOf(`${headings}\n${row}\n`), what).toEqual([expected]);
});

test('a table keeps its entry when its columns are shuffled', () => {
  const tables = EXPORTS.filter(
    // The first of two columns of names is read; ids of one place may stand in any column.
    ([, sign, headings]) => sign !== '|' && !headings.includes('cid') && !headings.includes('skrócona'),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...tables),
      fc.infiniteStream(fc.double({ min: 0, max: 1 })),
      (table, dice) => {
        const [what, sign, headings, row, expected] = table;
        const quoted = row.split(sign);
        const order = quoted
          .map((_, at) => [dice.next().value as number, at] as const)
          .toSorted(([one], [other]) => one - other)
          .map(([, at]) => at);
        const line = (cells: readonly string[]) => order.map((at) => cells[at]).join(sign);
        const text = `${line(headings.split(sign))}\n${line(quoted)}\n`;
        const [found = ''] = searchesOf(text);
        // A place in several columns may be named by any of them.
        const same = [ID, A, MAP].includes(expected) ? [expected, ID, A, MAP] : [expected];
        expect(same, `${what}: ${text}`).toContain(found);
      },
    ),
    { numRuns: 400, seed: 38 },
  );
});

test('written lists have no marks of their entries, and no heading as an entry', () => {
  const names = ['Bar Zmyślony', 'Sklep Niebyły, Łódź', 'Apteka Nigdzie'];
  for (const mark of [
    () => '',
    () => '- ',
    () => '• ',
    () => '* ',
    (at: number) => `${at + 1}. `,
    () => '✅ ',
  ])
    for (const heading of ['', 'Nazwa firmy\n', 'Firmy\n'])
      expect(searchesOf(heading + names.map((name, at) => mark(at) + name).join('\n'))).toEqual(names);
  // A name that is also a heading of a table.
  expect(searchesOf('Sklep\nBar Zmyślony')).toEqual(['Sklep', 'Bar Zmyślony']);
  expect(searchesOf(`<li><a href="${A}">Bar</a></li>\n<li><a href="${B}">Sklep</a></li>`)).toEqual([A, B]);
});

test('one place in several rows is counted as repeated, whatever its form', () => {
  const forms = [ID, F, `https://maps.google.com/?cid=${CID}`, `cid:${CID}`, `Place ID: ${ID}`];
  const { list } = readText(`Nazwa;Link\n${forms.map((form) => `Bar;${form}`).join('\n')}`, 'places');
  expect(list.links.map(({ first }) => first)).toEqual(forms.map(() => 0));
  expect(list.repeated).toBe(forms.length - 1);
});

test('a line break within the digits of a CID does not change the place', () => {
  const link = 'https://www.google.com/maps?cid=4565666864068316694';
  const { list } = readText(`${link.slice(0, -6)}\n${link.slice(-6)}\n`, 'places');
  expect(list.links.map(({ url }) => url)).toEqual([link]);
});

test('towns without a heading are no names, whatever the names are', () => {
  const { list } = readText('Bydgoszcz;Lumen\nTychy;Ornament\nZakopane;Figiel\n', 'places');
  expect(list.links.map(({ url, query }) => query ?? url)).toEqual([
    'Lumen, Bydgoszcz',
    'Ornament, Tychy',
    'Figiel, Zakopane',
  ]);
});

test('a link that a line break has cut is one entry, and the lines keep their number', () => {
  const cut = (link: string, at: number) => `${link.slice(0, at)}\n${link.slice(at)}`;
  const { list } = readText(`${cut(MAP, 70)}\n\nBar Zmyślony\n#\n\n?`, 'places');
  expect(list.links.map(queryOf)).toEqual([MAP, 'Bar Zmyślony']);
  expect(list.skipped).toEqual([7]);
  // Lines that belong to no link.
  for (const line of ['Polecam!', '600100200', 'bar.example/?a=1&b=2', 'https://bar.example/?a=1&b=2'])
    expect(searchesOf(`${A}\n${line}`)[0], line).toBe(A);
});
