import { gzipSync, strToU8 } from 'fflate';
import type { Listed } from '../../src/kit/lists/read-list.js';

// What people paste into the console, of every kind, with the right answer. All places are invented; the ids are those
// of the stand-in.

/** The second branch of a chain: a search for its name finds the first branch. */
export const BRANCH = {
  name: 'Piekarnia Łańcuchowa',
  placeId: 'ChIJF8SALp1bFkcRo41GsX_glSw',
  featureId: '0x47165b9d2e80c417:0x2c95e07fb1468da3',
  cid: '3212720748238376355',
} as const;
const { placeId: ID, featureId: F, cid: CID } = BRANCH;
/** Another place, and a share link that leads to it. */
export const SHARED = { placeId: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8', cid: '4565666864068316694' } as const;
const SHARE = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';

/** `search=` of a search page: base64url of gzip of a protobuf with the CID in field 3. */
function stickOf(cid: string): string {
  const bytes = new Uint8Array([0x1a, cid.length, ...strToU8(cid)]);
  return Buffer.from(gzipSync(bytes)).toString('base64url');
}

/** `geocode=` of directions: base64url of a protobuf with the halves of the feature id in fields 5 and 6. */
function geocodeOf(featureId: string): string {
  const [hi = '', lo = ''] = featureId.split(':');
  const bytes = Buffer.alloc(18);
  bytes[0] = 0x29;
  bytes.writeBigUInt64LE(BigInt(hi), 1);
  bytes[9] = 0x31;
  bytes.writeBigUInt64LE(BigInt(lo), 10);
  return bytes.toString('base64url');
}

const encoded = encodeURIComponent;
const SEARCH = 'https://www.google.com/search';
const WORDS = 'q=Piekarnia+%C5%81a%C5%84cuchowa+Opinie';

/** What it is, the text, the Place ID that it names; `refused: …` = a part of the reason. */
export const PLACE_TEXTS: readonly (readonly [what: string, text: string, expected: string])[] = [
  // Search pages that carry the CID
  ['rldimm', `${SEARCH}?tbm=lcl&${WORDS}&rflfq=1&rldimm=${CID}&hl=pl-PL#lkt=LocalPoiReviews`, ID],
  ['rldimm on another country', `https://www.google.de/search?q=Firma+Rezensionen&rldimm=${CID}#x`, ID],
  ['rlimm behind #', `${SEARCH}?${WORDS}&ie=UTF-8#lkt=LocalPoiReviews&rlimm=${CID}`, ID],
  ['rlfi', `${SEARCH}?${WORDS}&tbm=lcl#rlfi=hd:;si:${CID},l,CgZB,y,luP`, ID],
  ['rlfi before rldimm', `${SEARCH}?${WORDS}&rldimm=${SHARED.cid}#rlfi=hd:;si:${CID};mv:[[50.1,20.0]]`, ID],
  ['rc_ludocids', `${SEARCH}?${WORDS}&trex=m_t:lcl_akp,rc_ludocids:${CID},rc_q:x`, ID],
  ['stick', `${SEARCH}?${WORDS}&stick=${stickOf(CID)}`, ID],
  // Feature ids in place of Place IDs
  ['place_id: with a feature id', `https://www.google.com/maps/place/?q=place_id:${F}`, ID],
  ['placeid= with a feature id', `https://search.google.com/local/reviews?placeid=${F}`, ID],
  ['query_place_id=', `https://www.google.com/maps/search/?api=1&query=Firma&query_place_id=${F}`, ID],
  ['a CID as words', `https://maps.google.com/?q=${CID}`, ID],
  ['cid: as words', `https://maps.google.com/?q=cid:${CID}`, ID],
  [
    'a Place ID in data',
    `https://www.google.com/maps/place/X/@50,19,15z/data=!4m5!3m4!1s${ID}!8m2!3d50!4d19`,
    ID,
  ],
  // Old links
  ['cid=0,0,N', `https://maps.google.com/maps?q=x&hnear=0x1:0x2,Krak%C3%B3w&cid=0,0,${CID}&ei=x`, ID],
  ['&amp;', `https://maps.google.com/maps?hl=pl&amp;q=firma&amp;cid=${CID}`, ID],
  // Other addresses
  ['local.google.com', `https://local.google.com/place?id=${CID}&use=srp&hl=pl`, ID],
  ['posts', `https://search.google.com/local/posts?q=x&ludocid=${CID}`, ID],
  // Wrappers
  ['google.com/url', `https://www.google.com/url?q=https://maps.google.com/?q%3DX%26ftid%3D${F}&sa=D`, ID],
  [
    'Outlook',
    `https://eur01.safelinks.protection.outlook.com/?url=${encoded(SHARE)}&data=05`,
    SHARED.placeId,
  ],
  ['Facebook', `https://l.facebook.com/l.php?u=${encoded(`https://maps.google.com/?cid=${CID}`)}&h=AT0`, ID],
  ['a message to share', `https://wa.me/?text=${encoded(`Zobacz https://maps.google.com/?cid=${CID}`)}`, ID],
  ['a short link of another host', 'https://bit.ly/3Zmysl', 'refused: only forwards'],
  // Directions
  ['geocode', `https://maps.google.com/maps?saddr=&daddr=Firma,+Krak%C3%B3w&geocode=;${geocodeOf(F)}`, ID],
  ['directions to one place', `https://www.google.com/maps/dir/?api=1&destination_place_id=${ID}`, ID],
  ['directions to several', 'https://www.google.com/maps/dir/Bar+A/Bar+B', 'refused: exactly one place'],
  // Signs and words around a link
  ['a full stop', `${SHARE}.`, SHARED.placeId],
  ['Polish quotes', `„${SHARE}”`, SHARED.placeId],
  ['straight quotes', `"${SHARE}"`, SHARED.placeId],
  ['an ellipsis', `${SHARE}…`, SHARED.placeId],
  ['a sentence', `Zobacz naszą wizytówkę: ${SHARE}, polecam!`, SHARED.placeId],
  ['a share of a phone', `Piekarnia\nul. Nigdzie 5\n\n${SHARE}?g_st=iw`, SHARED.placeId],
  ['Markdown', `[Piekarnia](https://maps.google.com/?cid=${CID})`, ID],
  ['HTML', `<a href="https://maps.google.com/?cid=${CID}">Piekarnia</a>`, ID],
  ['direction marks', `\u200e\u202bhttps://maps.google.com/?cid=${CID}\u202c`, ID],
  ['words behind a link', `https://maps.google.com/?cid=${CID} Piekarnia Pod Różą`, ID],
  [
    'a link that a mail program has broken',
    `https://www.google.com/maps/place/Piekarnia/@51.7,19.4,17z/data=!4m6!3m5!1s${F.slice(0, 12)}\n${F.slice(12)}!8m2!3d51!4d19`,
    ID,
  ],
  ['two links', `${SHARE} https://maps.google.com/?cid=${CID}`, 'refused: two different links'],
  // Labelled identifiers
  ['a label', `Place ID: ${ID}`, ID],
  ['a Polish label', `Identyfikator miejsca – ${ID}`, ID],
  ['quotes', `"${ID}"`, ID],
  ['a name', '  pierogarnia; kraków ', '{"kind":"name","text":"pierogarnia; kraków"}'],
  ['a name with a number sign', '# 1 Bar', '{"kind":"name","text":"# 1 Bar"}'],
  ['the name of a resource', `places/${ID}`, ID],
  ['a name behind it', `${ID}, Piekarnia`, ID],
  ['a feature id', `Feature ID: ${F}`, ID],
  ['CID without a colon', `CID ${CID}`, ID],
  ['CID with words', `CID wizytówki to ${CID}.`, ID],
  ['CID as a parameter', `cid=${CID}&hl=pl`, ID],
  ['a grouped CID', CID.replace(/\B(?=(?:\d{3})+$)/g, ' '), ID],
  ['the second half', F.split(':')[1] ?? '', ID],
];

/** The review of the stand-in that is visible. */
export const REVIEW_ID = 'Ci9DQUlRQUNvZENodHljRjlvT2xWU1FXdE5WRlZWTTFKd1NWRjBOREo2ZFRneVpESRAB';
const REVIEW = `https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1s${REVIEW_ID}!2m1!1s0x0:0xdd8c450359e84ac3!3m1!1s2@1:CAIQACodChtycF9oOlVSQWtNVFVVM1JwSVF0NDJ6dTgyZDI%7C%7C?hl=pl`;

/** What it is and the text; each names the review `REVIEW_ID`. */
export const REVIEW_TEXTS: readonly (readonly [what: string, text: string])[] = [
  ['the account in the path', REVIEW.replace('/maps/', '/maps/u/0/')],
  ['Polish quotes', `„${REVIEW}”`],
  ['a full stop', `Proszę o usunięcie: ${REVIEW}.`],
  ['google.com/url', `https://www.google.com/url?q=${encoded(REVIEW)}&sa=D`],
  ['cells behind it', `${REVIEW};biuro@kawa.example;+48600100200`],
];

/** A file and the entries that are read from it. */
interface PastedList {
  readonly what: string;
  readonly listed: Listed;
  readonly bytes: Buffer;
  readonly entries: readonly string[];
  /** What the preview says of the columns. */
  readonly said?: string;
}

const [A, B] = ['https://maps.app.goo.gl/ZmyslonyA', 'https://maps.app.goo.gl/ZmyslonyB'];
const PIN = 'https://www.google.com/maps/search/50.0614,19.9366';
function list(what: string, text: string, entries: readonly string[], said?: string): PastedList {
  return { what, listed: 'places', bytes: Buffer.from(text), entries, ...(said !== undefined && { said }) };
}

const OFFICE = 'Nazwa firmy;Miasto\r\nBar Pod Różą;Łódź\r\nKawiarnia Gęś;Kraków\r\n';
const OFFICE_ENTRIES = ['Bar Pod Różą, Łódź', 'Kawiarnia Gęś, Kraków'];
const BY_HEADING = 'kolumna „Nazwa firmy”, bo tak mówi jej nagłówek';

export const LISTS: readonly PastedList[] = [
  { ...list('UTF-8', OFFICE, OFFICE_ENTRIES, BY_HEADING) },
  list(
    'a register',
    'Województwo;Powiat;Miejscowość;Nazwa firmy;Telefon\nŁódzkie;łódzki;Łódź;Bar Zmyślony;123\n',
    ['Bar Zmyślony, Łódź'],
  ),
  list('a street', 'Nazwa ulicy;Miasto;Nazwa firmy\nDługa;Łódź;Bar Zmyślony\n', [
    'Bar Zmyślony, Długa, Łódź',
  ]),
  list(
    'the export of Google, in Polish',
    'Kod sklepu,Nazwa firmy,Wiersz adresu 1,Miejscowość,Kod pocztowy,Kraj/region,Telefon podstawowy,Witryna\n' +
      'A1,Bar Zmyślony,"ul. Długa 5, lok. 2",Łódź,90-001,PL,+48 12 345 67 89,https://bar.example/ldz\n',
    ['Bar Zmyślony, ul. Długa 5, lok. 2, Łódź'],
  ),
  list('an address of mail', `name,url,mail\nBar,${A},biuro@bar.example\nSklep,${B},biuro@bar.example\n`, [
    A,
    B,
  ]),
  list('a percentage', `name,url,share\nBar,${A},97%\nSklep,${B},95%\n`, [A, B]),
  list('a pin of a saved list', `Title,Note,URL,Tags,Comment\n,,,,\nPinezka,,"${PIN}",,\n`, [PIN]),
  list(
    'no headings',
    'Sucha Beskidzka;Bar Zmyślony\nZator;Sklep Niebyły\n',
    ['Bar Zmyślony, Sucha Beskidzka', 'Sklep Niebyły, Zator'],
    'kolumna „Kolumna 2”, bo ma nazwy firm',
  ),
  {
    ...list('cells behind a link to a review', `${REVIEW};biuro@bar.example;+48600100200\n`, [REVIEW]),
    listed: 'reviews',
  },
  {
    ...list(
      'signs around links',
      `Opinia „${A}” do usunięcia\n«${B}»\n${A}1…\n${B}1✅\n${A}2–pilne\n${B}2→stara\n`,
      [...[A, B, `${A}1`, `${B}1`, `${A}2`, `${B}2`]],
    ),
    listed: 'reviews',
  },
];
