import { otherColumns } from '../../../src/kit/lists/column-texts.js';
import { decodeText } from '../../../src/kit/lists/decode.js';
import { queryOf, readText } from '../../../src/kit/lists/read-list.js';
import { expect, test } from '../../support/test.js';

// Which columns of a table name its places, by headings and by content. All names are invented.

const A = 'https://maps.app.goo.gl/ZmyslonyA';
const B = 'https://maps.app.goo.gl/ZmyslonyB';
const ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const searchesOf = (text: string) => readText(text, 'places').list.links.map(queryOf);

/** Name, text of the list, what is searched for. */
const TABLES: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  'a town before the name, and a tax number': [
    'Miejscowość;Nazwa;NIP\nKraków;Bar Zmyślony;6770000001\nKraków;Sklep Niebyły;6770000002',
    ['Bar Zmyślony, Kraków', 'Sklep Niebyły, Kraków'],
  ],
  'surnames before names': [
    'Nazwisko;Nazwa firmy;Telefon\nZmyślak;Bar Zmyślony;600100200\nNiebyłek;Sklep Niebyły;600100201',
    ['Bar Zmyślony', 'Sklep Niebyły'],
  ],
  'names of streets before names': [
    'Nazwa ulicy;Firma;Miasto\nul. Niebyła 1;Bar Zmyślony;Kraków\nul. Niebyła 2;Sklep Niebyły;Kraków',
    ['Bar Zmyślony, ul. Niebyła 1, Kraków', 'Sklep Niebyły, ul. Niebyła 2, Kraków'],
  ],
  'web sites beside map links': [
    `Firma;Strona www;Link do mapy\nBar;https://bar.example/;${A}\nSklep;https://sklep.example/;${B}`,
    [A, B],
  ],
  'web sites beside names': [
    'WWW;Nazwa\nhttps://bar.example/;Bar Zmyślony\nhttps://sklep.example/;Sklep Niebyły',
    ['Bar Zmyślony', 'Sklep Niebyły'],
  ],
  'a bulk export of Google, in English': [
    'Store code,Business name,Address line 1,Address line 2,Locality,Postal code,Primary phone,Website\n' +
      'K1,Bar Zmyślony,ul. Niebyła 1,,Kraków,30-001,+48 600 100 200,https://bar.example\n' +
      'K2,Bar Zmyślony,ul. Niebyła 9,,Kraków,30-001,+48 600 100 201,https://bar.example',
    ['Bar Zmyślony, ul. Niebyła 1, Kraków', 'Bar Zmyślony, ul. Niebyła 9, Kraków'],
  ],
  'a cell that touches a link': [
    'nazwa,www,telefon\nBar Zmyślony,https://bar.example,+48 600 100 200',
    ['Bar Zmyślony'],
  ],
  'links with commas': [
    'https://www.google.com/maps/search/?api=1&query=Bar,Warszawa\nhttps://www.google.com/maps/search/50.06,19.93',
    [
      'https://www.google.com/maps/search/?api=1&query=Bar,Warszawa',
      'https://www.google.com/maps/search/50.06,19.93',
    ],
  ],
  'formulas without quotes around their cell': [
    `Firma;Link\nBar;=HYPERLINK("${A}";"Bar Zmyślony")\nSklep;=HYPERLINK("${B}";"Sklep")`,
    [A, B],
  ],
  'formulas in quotes': [
    `Firma,Link\nBar,"=HYPERLINK(""${A}"",""Bar Zmyślony"")"\nSklep,"=HYPERLINK(""${B}"",""Sklep"")"`,
    [A, B],
  ],
  'a description above the headings of a saved list': [
    `Miejsca na wyjazd\n\nTitle,Note,URL,Tags,Comment\n,,,,\nBar Zmyślony,,${A},,\nSklep,,${B},,`,
    [A, B],
  ],
  'one place under several headings': [
    `name,place_id,reviews_link\nBar Zmyślony,${ID},https://search.google.com/local/reviews?placeid=${ID}`,
    [ID],
  ],
  'a town before the name, without headings': [
    'Kraków;Bar Zmyślony\nWarszawa;Sklep Niebyły\nKraków;Apteka Nigdzie',
    ['Bar Zmyślony, Kraków', 'Sklep Niebyły, Warszawa', 'Apteka Nigdzie, Kraków'],
  ],
  'a chain before its towns, without headings': [
    'Bar Zmyślony;Kraków\nBar Zmyślony;Warszawa',
    ['Bar Zmyślony, Kraków', 'Bar Zmyślony, Warszawa'],
  ],
};

test('the names or links of a table are found in any column', () => {
  for (const [what, [text, expected]] of Object.entries(TABLES))
    expect(searchesOf(text), what).toEqual(expected);
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

test('a row without a link is searched by its name and address', () => {
  const head = 'Nazwa;Ulica;Miasto;Klient;Link';
  const rows = [
    `Bar Zmyślony;ul. Nowa 1;Łódź;Hotel;${A}`,
    'Sklep Niebyły;ul. Stara 2;Łódź;;',
    'Apteka Nigdzie;;Gdynia;Hotel;brak wizytówki',
    'Kino Zmyślone;;;;do uzupełnienia',
    ';;Sopot;Hotel;',
  ];
  const found = [A, 'Sklep Niebyły, ul. Stara 2, Łódź', 'Apteka Nigdzie, Gdynia', 'Kino Zmyślone'];
  for (const [what, column] of [
    ['the column with the links is found', null],
    ['it was chosen', 4],
    ['it was chosen by its heading', 'Link'],
  ] as const) {
    const { list, table } = readText([head, ...rows].join('\n'), 'places', column);
    expect(list.links.map(queryOf), what).toEqual(found);
    expect([table?.linkColumns, table?.nameColumns, list.skipped], what).toEqual([[4], [0], [6]]);
  }
  // A sheet without headings, and Place IDs in place of links.
  expect(searchesOf(`Bar Zmyślony;Kraków;${A}\nHotel Niebyły;Łódź;`)).toEqual([A, 'Hotel Niebyły, Łódź']);
  expect(searchesOf(`Lp.;Firma;Place ID\n1;Bar;${ID}\n2;Sklep;`)).toEqual([ID, 'Sklep']);
  // What is meant as a link or an id stays: the service says what is wrong with it.
  const wrong = ['https://bar.example/', 'ChIJzaKrotki'];
  expect(searchesOf(`Nazwa;Link\nBar;${A}\nSklep;${wrong[0]}\nKino;${wrong[1]}`)).toEqual([A, ...wrong]);
  // Links of reviews, and ids, have no name in their place.
  for (const listed of ['reviews', 'ids'] as const)
    expect(readText(`Nazwa;Link\nBar;${A} ${ID}\nSklep;`, listed).list.skipped).toEqual([3]);
});

test('the columns of a list say how many rows are searched by name', () => {
  const { list, table } = readText(`Nazwa;Miasto;Link\nBar;Łódź;${A}\nSklep;Łódź;\nKino;;-`, 'places');
  expect(table && otherColumns(table, list, 'pl')).toEqual([
    'Wiersze z linkiem lub identyfikatorem: 1. Wiersze bez linku, wyszukiwane według kolumny „Nazwa”: 2.',
    'Wyszukiwanie używa też kolumn: „Miasto”.',
  ]);
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
