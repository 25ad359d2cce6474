import { decodeText } from '../../../src/kit/lists/decode.js';
import { queryOf, readText } from '../../../src/kit/lists/read-list.js';
import { expect, test } from '../../support/test.js';

// Which columns of a table name its places, by headings and by content. All names are invented.

const A = 'https://maps.app.goo.gl/ZmyslonyA';
const B = 'https://maps.app.goo.gl/ZmyslonyB';
const ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const searchesOf = (text: string) => readText(text, 'places').list.links.map(queryOf);

/** Name, text of the list, what is searched for. */
const TABLES: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'a town before the name, and a tax number',
    'Miejscowość;Nazwa;NIP\nKraków;Bar Zmyślony;6770000001\nKraków;Sklep Niebyły;6770000002',
    ['Bar Zmyślony, Kraków', 'Sklep Niebyły, Kraków'],
  ],
  [
    'surnames before names',
    'Nazwisko;Nazwa firmy;Telefon\nZmyślak;Bar Zmyślony;600100200\nNiebyłek;Sklep Niebyły;600100201',
    ['Bar Zmyślony', 'Sklep Niebyły'],
  ],
  [
    'names of streets before names',
    'Nazwa ulicy;Firma;Miasto\nul. Niebyła 1;Bar Zmyślony;Kraków\nul. Niebyła 2;Sklep Niebyły;Kraków',
    ['Bar Zmyślony, ul. Niebyła 1, Kraków', 'Sklep Niebyły, ul. Niebyła 2, Kraków'],
  ],
  [
    'web sites beside map links',
    `Firma;Strona www;Link do mapy\nBar;https://bar.example/;${A}\nSklep;https://sklep.example/;${B}`,
    [A, B],
  ],
  [
    'web sites beside names',
    'WWW;Nazwa\nhttps://bar.example/;Bar Zmyślony\nhttps://sklep.example/;Sklep Niebyły',
    ['Bar Zmyślony', 'Sklep Niebyły'],
  ],
  [
    'a bulk export of Google, in English',
    'Store code,Business name,Address line 1,Address line 2,Locality,Postal code,Primary phone,Website\n' +
      'K1,Bar Zmyślony,ul. Niebyła 1,,Kraków,30-001,+48 600 100 200,https://bar.example\n' +
      'K2,Bar Zmyślony,ul. Niebyła 9,,Kraków,30-001,+48 600 100 201,https://bar.example',
    ['Bar Zmyślony, ul. Niebyła 1, Kraków', 'Bar Zmyślony, ul. Niebyła 9, Kraków'],
  ],
  [
    'a cell that touches a link',
    'nazwa,www,telefon\nBar Zmyślony,https://bar.example,+48 600 100 200',
    ['Bar Zmyślony'],
  ],
  [
    'links with commas',
    'https://www.google.com/maps/search/?api=1&query=Bar,Warszawa\nhttps://www.google.com/maps/search/50.06,19.93',
    [
      'https://www.google.com/maps/search/?api=1&query=Bar,Warszawa',
      'https://www.google.com/maps/search/50.06,19.93',
    ],
  ],
  [
    'formulas without quotes around their cell',
    `Firma;Link\nBar;=HYPERLINK("${A}";"Bar Zmyślony")\nSklep;=HYPERLINK("${B}";"Sklep")`,
    [A, B],
  ],
  [
    'formulas in quotes',
    `Firma,Link\nBar,"=HYPERLINK(""${A}"",""Bar Zmyślony"")"\nSklep,"=HYPERLINK(""${B}"",""Sklep"")"`,
    [A, B],
  ],
  [
    'a description above the headings of a saved list',
    `Miejsca na wyjazd\n\nTitle,Note,URL,Tags,Comment\n,,,,\nBar Zmyślony,,${A},,\nSklep,,${B},,`,
    [A, B],
  ],
  [
    'one place under several headings',
    `name,place_id,reviews_link\nBar Zmyślony,${ID},https://search.google.com/local/reviews?placeid=${ID}`,
    [ID],
  ],
  [
    'a town before the name, without headings',
    'Kraków;Bar Zmyślony\nWarszawa;Sklep Niebyły\nKraków;Apteka Nigdzie',
    ['Bar Zmyślony, Kraków', 'Sklep Niebyły, Warszawa', 'Apteka Nigdzie, Kraków'],
  ],
  [
    'a chain before its towns, without headings',
    'Bar Zmyślony;Kraków\nBar Zmyślony;Warszawa',
    ['Bar Zmyślony, Kraków', 'Bar Zmyślony, Warszawa'],
  ],
];

test('the names or links of a table are found in any column', () => {
  for (const [what, text, expected] of TABLES) expect(searchesOf(text), what).toEqual(expected);
});

test('a formula without quotes around its cell moves no other cell', () => {
  for (const [sign, name] of [
    [';', 'HYPERLINK'],
    [',', 'HIPERŁĄCZE'],
  ] as const) {
    const formula = (link: string, words: string) => `=${name}("${link}"${sign}"${words}")`;
    const rows = [
      ['Link', 'Firma', 'Uwagi'],
      [formula(A, `Bar${sign} Zmyślony (1)`), 'Bar', 'pilne'],
      ['zobacz', formula(B, 'Sklep'), '=1+1'],
    ];
    const { list, table } = readText(rows.map((row) => row.join(sign)).join('\n'), 'places');
    expect(list.links.map(queryOf)).toEqual([A, B]);
    expect(table?.rows.map(({ cells }) => cells)).toEqual(rows.slice(1));
  }
});

test('a row without a place keeps its row, and its words are not searched for', () => {
  const { list, table } = readText(`Nazwa;Link\nBar;${A}\nSklep;\nApteka;brak`, 'places');
  expect(list.links.map(queryOf)).toEqual([A]);
  expect(list.skipped).toEqual([3, 4]);
  expect(table?.rows.map(({ cells }) => cells[0])).toEqual(['Bar', 'Sklep', 'Apteka']);
});

test('a place in a later row is the same entry as in the first row', () => {
  const { list } = readText(`place_id;nazwa\n${ID};Bar\n${ID};Bar drugi raz`, 'places');
  expect(list).toMatchObject({ repeated: 1, links: [{ first: 0 }, { first: 0 }] });
});

test('files in the encodings of Polish offices keep their letters', () => {
  const text = 'Bar Pod Różą;Łódź';
  const inBytes = (letters: Readonly<Record<string, number>>) =>
    Buffer.from([...text].map((sign) => letters[sign] ?? sign.charCodeAt(0)));
  const bytes = {
    'Windows-1250': inBytes({ ó: 0xf3, ż: 0xbf, ą: 0xb9, Ł: 0xa3, ź: 0x9f }),
    'ISO-8859-2': inBytes({ ó: 0xf3, ż: 0xbf, ą: 0xb1, Ł: 0xa3, ź: 0xbc }),
    CP852: inBytes({ ó: 0xa2, ż: 0xbe, ą: 0xa5, Ł: 0x9d, ź: 0xab }),
    'UTF-16': Buffer.from(`\ufeff${text}`, 'utf16le'),
    'UTF-8': Buffer.from(text),
  };
  // Saved by a program that took UTF-8 for another encoding.
  for (const misread of ['Bar Pod RĂłĹĽÄ…;Ĺ\x81ĂłdĹş', 'Bar Pod RÃ³Å¼Ä…;Å\x81Ã³dÅº'])
    expect(decodeText(Buffer.from(misread))).toBe(text);
  for (const [name, content] of Object.entries(bytes)) expect(decodeText(content), name).toBe(text);
  expect(decodeText(Buffer.from('\ufeffźćż', 'utf16le').swap16())).toBe('źćż');
  const mac = inBytes({ ó: 0x97, ż: 0xfd, ą: 0x88, Ł: 0xfc, ź: 0x90 });
  expect(decodeText(mac)).toBeNull();
  expect(decodeText(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0xf2, 0xf2]))).toBeNull();
});
