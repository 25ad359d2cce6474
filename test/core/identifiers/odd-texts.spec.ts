import { gzipSync, strToU8 } from 'fflate';
import { refusalOf } from '../../../src/core/errors.js';
import { classifyQuery } from '../../../src/core/identifiers/classify.js';
import { pastedQuery } from '../../../src/kit/lists/links-in-lists.js';
import { expect, test } from '../../support/test.js';

// Texts from mail programs, chats, phones and reports, around links and identifiers. All ids are invented.

const F = '0x4720ecc1a2b3c4d5:0xfedcba9876543210';
const ID = 'ChIJ1cSzosHsIEcREDJUdpi63P4';
const CID = '18364758544493064720';
const SHARE = 'https://maps.app.goo.gl/ZmysL0nYk0d12';
const LINK = `https://maps.google.com/?cid=${CID}`;
const encoded = encodeURIComponent;

/** Texts that name the share link. */
const SHARED = [
  `<${SHARE}>`,
  `(${SHARE})`,
  `[${SHARE}]`,
  `{${SHARE}}`,
  `‹${SHARE}›`,
  `“${SHARE}”`,
  `'${SHARE}'`,
  `„${SHARE}"`,
  `${SHARE}).`,
  `${SHARE};`,
  `${SHARE}|`,
  `${SHARE}—super`,
  `${SHARE}–`,
  `${SHARE}/`,
  `**${SHARE}**`,
  `_${SHARE}_`,
  `${SHARE}?g_st=ic`,
  `${SHARE}?g_st=com.google.maps.preview.copy`,
  `${SHARE}\u200b`,
  `\u200e${SHARE}\u200f`,
  ...[`\u202b${SHARE}\u202c`, `\u00a0${SHARE}\u00a0`, `\ufeff${SHARE}`, `🍕${SHARE}🍕`, `🍕 Bar ${SHARE} 🍕`],
  `[Bar](${SHARE})`,
  `[Bar](${SHARE} "tytuł")`,
  `<a href="${SHARE}">Bar</a>`,
  `Link: ${SHARE}`,
  `URL=${SHARE}`,
  `Bar\nul. Długa 5\n\n${SHARE}?g_st=iw`,
  `${SHARE}\nPolecam!`,
  `Bar – ${SHARE}`,
  `${SHARE} i ${SHARE}?g_st=ic`,
  ...[`> ${SHARE}`, `1. ${SHARE}`, `{"url":"${SHARE}"}`, `${SHARE}, polecam`, `${SHARE}…`, `zobacz:${SHARE}`],
  `https://l.facebook.com/l.php?u=${encoded(SHARE)}&h=AT0x`,
  `https://l.instagram.com/?u=${encoded(SHARE)}&e=A`,
  ...[`https://www.youtube.com/redirect?q=${encoded(SHARE)}`, `https://t.me/share/url?url=${encoded(SHARE)}`],
  `https://api.whatsapp.com/send?text=${encoded(`Bar Zmyślony ${SHARE}`)}`,
  `https://www.google.com/url?q=${encoded(SHARE)}&source=gmail&ust=1`,
  `https://nam02.safelinks.protection.outlook.com/?url=${encoded(SHARE)}&data=05%7C02&reserved=0`,
  `https://urldefense.com/v3/__${SHARE}__;!!AbC$`,
];

/** Texts that name the place by its CID or ids. */
const PLACES = [
  `CID: ${CID}`,
  `CID ${CID}`,
  `cid=${CID}`,
  `?cid=${CID}`,
  `cid=${CID}&hl=pl`,
  `ludocid: ${CID}`,
  ...[`ID ${CID}`, `Nr ${CID}`, `Numer wizytówki ${CID}`],
  `(CID ${CID})`,
  ...[`Numer CID: ${CID}`, `CID nr ${CID}`, `CID wizytówki ${CID}`, `CID Google: ${CID}`, `CID to ${CID}.`],
  `"cid": "${CID}"`,
  `data_cid: ${CID}`,
  `Bar Zmyślony, CID: ${CID}`,
  `Bar Zmyślony ${CID}`,
  `${CID} Bar`,
  `Place ID: ${ID}`,
  `place_id=${ID}`,
  `PlaceID=${ID}`,
  `Google Place ID ${ID}`,
  `places/${ID}`,
  `"${ID}"`,
  `Identyfikator miejsca: ${ID}`,
  `ID miejsca – ${ID}`,
  `„place_id”: „${ID}”`,
  `${ID} (Bar)`,
  `Bar | ${ID}`,
  `Feature ID: ${F}`,
  `fid=${F}`,
  `google_id ${F}`,
  `data_id: ${F}`,
  `!1s${F}`,
  `ftid=${F}`,
  `0xfedcba9876543210`,
  `${LINK} Bar Zmyślony`,
  `Bar Zmyślony ${LINK}`,
  LINK.replace('https', 'http'),
  LINK.replace('https://', ''),
  ...[LINK.toUpperCase(), `${LINK}&hl=pl&entry=ttu`, LINK.replace('?', '?hl=pl&amp;'), encoded(LINK)],
  `https://www.google.com/maps/place/Bar/data=!4m2!3m1!1s${F} polecam`,
  `https://www.google.com/maps/place/Bar/data=!4m2!3m1!1s${F.slice(0, 12)}\r\n${F.slice(12)}`,
  `https://www.google.com/maps/search/?api=1&query=Bar&query_place_id=\n${ID}`,
  `https://www.google.com/maps\n?cid=${CID}`,
  ...[`> ${LINK.slice(0, -3)}\n> ${LINK.slice(-3)}`],
  `${ID.slice(0, 12)} ${ID.slice(12)}`,
  ...[
    `https://www.google.com/maps/place/?q=place_id:\n${ID}`,
    `https://www.google.com/maps/place/?q=pla\nce_id:${ID}`,
  ],
  ...[
    `https://www.google.com/maps/place/Bar/data =!4m2!3m1!1s${F}`,
    `https://maps.google.com/?q=Bar ${ID}`,
    `${CID}n`,
  ],
  `https://www.google.com/maps/dir/Moja+lokalizacja/Bar/data=!4m8!4m7!1m0!1m5!1m1!1s${F}!2m2!1d19!2d50`,
];

/** Texts that are refused, with a part of the reason. */
const REFUSED: readonly (readonly [string, string])[] = [
  [`${SHARE} https://maps.app.goo.gl/Inny1Kod`, 'two different links'],
  [`${SHARE}\n${LINK}`, 'two different links'],
  [`${ID} ChIJJz6dChxbFkcRFk6Qq9KBXD8`, 'two different links'],
  [`${SHARE.slice(0, 28)}\u200b${SHARE.slice(28)}`, 'invisible characters'],
  [`mailto:biuro@bar.example?body=${encoded(SHARE)}`, '"mailto:"'],
  [`whatsapp://send?text=${encoded(SHARE)}`, '"whatsapp:"'],
  ['geo:50.06,19.93?q=Bar', '"geo:"'],
  [SHARE.replace('https://', 'https//'), 'starting with https://'],
  [SHARE.replace('https://', 'https:/'), 'starting with https://'],
  [SHARE.replace('https', 'htps'), '"htps:"'],
  ['https://bit.ly/3Zmysl', 'only forwards'],
  ['https://search.app/AbCdE', 'only forwards'],
  ['https://go.awstrack.me/L0/x', 'only forwards'],
  ['https://kawa.co/menu', 'does not lead to Google Maps'],
  ['https://www.google.com/maps/dir/Bar/Sklep/Apteka/', 'exactly one place'],
  ['https://www.google.com/maps/dir/?api=1&origin=Bar&destination=Sklep', 'exactly one place'],
  ['https://www.google.com/maps/@50.06,19.93,17z', 'only the map'],
  ['https://maps.apple.com/?q=Bar', 'does not lead to Google Maps'],
  [`CID ${CID}999`, 'CID'],
  [ID.toLowerCase(), 'Upper and lower case'],
  [ID.replace('ChIJ', 'ChlJ'), 'similar letters'],
  ['50.0614, 19.9366', 'only coordinates'],
  ['50,0614; 19,9366', 'only coordinates'],
  ['9F2X3WMG+9X', 'only coordinates'],
  ['ChdDSUhNMG9nS0VJQ0FnSURabXlzbDAxRRAB', 'such as a review'],
  [`Unternehmensprofil-ID: ${CID}`, 'not that of a place'],
  [`Sygnatura ${CID}`, 'not that of a place'],
  [`${CID} (Business Profile ID)`, 'not that of a place'],
];

test('signs, words and wrappers around a share link do not change it', () => {
  for (const text of SHARED) expect(classifyQuery(text), text).toEqual({ kind: 'share_link', url: SHARE });
});

/** The CID of a query, from whichever of its ids. */
function cidOf(text: string): string {
  const { kind, ...query } = classifyQuery(text);
  const ids = JSON.stringify(query);
  return ids.includes(CID) || ids.includes(F) ? CID : `${kind} ${ids}`;
}

test('labels, words and signs around an identifier do not change it', () => {
  for (const text of PLACES) expect(cidOf(text), text).toBe(CID);
});

test('a text that names several places or none is refused with the reason', () => {
  for (const [text, reason] of REFUSED)
    expect(refusalOf(() => classifyQuery(text))?.message, text).toContain(reason);
});

test('the console sends what the service reads in the whole text', () => {
  const reading = (text: string) =>
    refusalOf(() => classifyQuery(text))?.message ?? JSON.stringify(classifyQuery(text));
  for (const text of [...SHARED, ...PLACES, ...REFUSED.map(([text]) => text)]) {
    const pasted = pastedQuery(text);
    expect(reading(pasted.kind === 'place' ? pasted.query : pasted.url), text).toBe(reading(text));
  }
});

/** A parameter of a search page: base64url of gzip of a protobuf. */
const stick = (...bytes: number[]) => Buffer.from(gzipSync(new Uint8Array(bytes))).toString('base64url');
const cidField = [0x1a, CID.length, ...strToU8(CID)];

test('the CID is read from stick=', () => {
  const search = (code: string) => classifyQuery(`https://www.google.com/search?q=Bar+Opinie&stick=${code}`);
  const byCid = { kind: 'map_url', target: { cid: CID } };
  expect(search(stick(...cidField))).toEqual(byCid);
  expect(search(`${stick(0x08, 0x01, ...cidField, 0xea, 0x01, 0x01, 0x61)}%3D`)).toEqual(byCid);
  const byWords = { kind: 'map_url', target: { text: 'Bar Opinie' } };
  // No gzip, no CID, a CID of another type, no number, a text that unpacks to megabytes.
  for (const code of ['AAAA', '%', stick(0x08, 0x01), stick(0x18, 0x01), stick(0x1a, 0x01, 0x61)])
    expect(search(code), code).toEqual(byWords);
  const bomb = Buffer.from(gzipSync(new Uint8Array(20_000_000)))
    .toString('base64url')
    .slice(0, 1_500);
  expect(search(bomb)).toEqual(byWords);
});

/** One stop of directions; null = a stop without a place. */
function stopCode(featureId: string | null): string {
  if (featureId === null) return '';
  const bytes = Buffer.alloc(18);
  bytes[0] = 0x29;
  bytes[9] = 0x31;
  for (const [at, half] of featureId.split(':').entries()) bytes.writeBigUInt64LE(BigInt(half), 1 + at * 9);
  return bytes.toString('base64url');
}

test('another number before a CID does not take it away', () => {
  for (const text of [
    `NIP 5260001234 ${CID}`,
    `Regon 012345678\t${CID}`,
    `KRS 0000123456 ${CID} Pierogarnia`,
  ])
    expect(cidOf(text), text).toBe(CID);
});

test('an id inside a link of words says nothing, wherever a line breaks', () => {
  const words = { kind: 'map_url', target: { text: 'Bar' } };
  const link = 'maps.google.com/maps?q=Bar';
  for (const head of ['', 'https://'])
    for (const more of [`&near=${F}`, `&near=\n${F}`, `&near= ${F}`, `\n&near=${F}`, `&sll=${F}`])
      expect(classifyQuery(head + link + more), head + more).toEqual(words);
  // Directions from a place whose id is known to one that is not.
  const directions = `www.google.com/maps/dir/Hotel/Bar/data=!4m8!4m7!1m5!1m1!1s${F}!2m2!1d19!2d50!1m0`;
  for (const text of [directions, `Zobacz ${directions}`, `Zobacz https://${directions}`])
    expect(
      refusalOf(() => classifyQuery(text)),
      text,
    ).not.toBeNull();
  expect(classifyQuery(`Zobacz ${directions} ${ID}`)).toMatchObject({ placeId: ID });
});

test('geocode= names the place of directions, if they lead to one place', () => {
  const directions = (...stops: (string | null)[]) =>
    `https://maps.google.com/maps?daddr=Bar&geocode=${stops.map(stopCode).join(';')}`;
  for (const stops of [[F], [null, F], [F, F]])
    expect(classifyQuery(directions(...stops))).toEqual({ kind: 'map_url', target: { featureId: F } });
  const other = '0x4720ecc1a2b3c4d5:0xfedcba9876543211';
  expect(refusalOf(() => classifyQuery(directions(F, other)))?.message).toContain('exactly one place');
  expect(classifyQuery(directions(null))).toEqual({ kind: 'map_url', target: { text: 'Bar' } });
});
