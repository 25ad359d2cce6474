import { parseMapUrl } from '../../../src/core/identifiers/map-url.js';
import { expect, test } from '../../support/test.js';

const F = '0x4720ecc1a2b3c4d5:0xfedcba9876543210';
const ENCODED_F = '0x4720ecc1a2b3c4d5%3A0xfedcba9876543210';
const ID = 'ChIJ1cSzosHsIEcREDJUdpi63P4';
const ADDRESS_ID = 'EicxMyBNYXJrZXQgU3QsIFdpbG1pbmd0b24sIE5DIDI4NDAxLCBVU0E';
const PIN = '!8m2!3d52.25!4d21.01!16s%2Fg%2F11invented';
const VIEW = '@52.2,21.0,17z';
const EMBED = '!1m18!1m12!1m3!1d3!2d21.0!3d52.2!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1';
const DMS = `${encodeURIComponent('52°13\'46.9"N')}+${encodeURIComponent('21°00\'43.9"E')}`;

const FEATURES = [
  `www.google.com/maps/place/Kawa/${VIEW}/data=!3m1!4b1!4m6!3m5!1s${F}${PIN}`,
  `www.google.com/maps/place//data=!4m2!3m1!1s${F}`,
  `www.google.com/maps/place/data=!4m2!3m1!1s${F}`,
  `www.google.com/maps/place/Kawa/data=!4m2!3m1!1s${ENCODED_F}?hl=pl`,
  `www.google.com/maps/place/Kawa/data%3D%214m2%213m1%211s${ENCODED_F}`,
  `www.google.com/maps/place/Kawa/data=!4m7!3m6!1s${F}${PIN}!19s${ID}?authuser=0&hl=pl&rclk=1`,
  `www.google.com/maps/place/Kawa/data%3D!4m7!3m6!1s${F}${PIN}!19s${ID}%3Fauthuser%3D0`,
  `www.google.com/maps/place/Kawa/data=!4m3!3m2!1s0x0:0x7b!19s${ID}`,
  `www.google.com/maps/place/Kawa/data=!4m2!3m1!19s${ID}`,
  // Found by way of another place, and the panel of the town it lies in: the place is 4.3.1.
  `www.google.com/maps/place/Kawa/data=!4m14!1m7!3m6!1s0x1:0x2!2sInna!8m2!3d5!4d2!16s%2Fg%2F1!3m5!1s${F}${PIN}`,
  `www.google.com/maps/place/Kawa/data=!3m1!5s0x3:0x4!4m15!1m8!3m7!1s0x1:0x2!2sX!3b1!8m2!3d5!4d2!16zL20!3m5!1s${F}${PIN}`,
  // Element counts that do not fit.
  `www.google.com/maps/place/Kawa/data=!4m5!3m4!1s${F}`,
  `www.google.com/maps/place/Kawa/data=!9m1!1s${F}`,
  `www.google.com/maps/preview/place/Kawa/data=!4m2!3m1!1s${F}`,
  `www.google.com/maps/u/0/place/Kawa/data=!4m2!3m1!1s${F}`,
  `www.google.com/maps/place/52.25,21.01/data=!4m2!3m1!1s${F}`,
  `maps.google.com/?q=Kawa,+Miasto&ftid=${F}&hl=pl`,
  `maps.google.com/maps?q=Kawa&ftid=${ENCODED_F}`,
  `maps.google.pl/place/Kawa/data=!4m2!3m1!1s${F}`,
  `www.google.com/maps/place/?q=place_id:${ID}`,
  `www.google.com/maps/place/?q=place_id%3A${ID}`,
  `www.google.pl/maps/search/?api=1&query=Kawa&query_place_id=${ID}`,
  `www.google.com/maps?q=${ID}`,
  `www.google.com/maps?cid=7&ftid=${F}`,
  ...[`maps.google.com/?cid=${ID}`, `www.google.com/search?q=x&ludocid=${ID}`],
  `www.google.com/local/place/fid/${F}/photosphere?iu=https://lh3.googleusercontent.com/x%3Dw160&ik=CAoS`,
  ...[`www.google.com/local/place/fid/${F}`, `www.google.com/local/place/fid/${ENCODED_F}/photos`],
  `www.google.com/search?q=Kawa#lrd=${F},1,,,`,
  `www.google.com/search?q=Kawa&lrd=${ENCODED_F},1`,
  `www.google.com/maps/embed?pb=${EMBED}!3m3!1m2!1s${ENCODED_F}!2sKawa%20Zielona!5e0!3m2!1spl!2spl`,
  `www.google.com/maps/embed/v1/place?key=k&q=place_id:${ID}`,
];

test('reads a feature id at any position in a link', () => {
  for (const link of FEATURES) expect(read(link), link).toEqual({ featureId: F });
});

const OTHERS: readonly [string, object][] = [
  [`www.google.com/maps/place/?q=place_id:${ADDRESS_ID}`, { placeId: ADDRESS_ID }],
  // The address of a house has no reviews: the words name the firm.
  [`www.google.com/maps/search/?api=1&query=X&query_place_id=${ADDRESS_ID}`, { text: 'X' }],
  [
    `www.google.com/maps/search/?api=1&query=50.06,19.93&query_place_id=${ADDRESS_ID}`,
    { placeId: ADDRESS_ID },
  ],
  ['www.google.com/local/place/fid/0x0:0xb3a73ce2ff2/x', { cid: '12345678901234' }],
  // Windows-1250 and ISO-8859-2 in links of old sites.
  ['maps.google.pl/maps?q=Zmy%B6lona,+Krak%F3w&hl=pl', { text: 'Zmyślona, Kraków' }],
  ['maps.google.pl/maps?q=Zmy%9Clona,+%A3%F3d%9F&hl=pl', { text: 'Zmyślona, Łódź' }],
  ['www.google.com/maps/place/Zmy%b6lona/', { text: 'Zmyślona' }],
  ['maps.google.pl/maps?q=Caf%E9&x=%C5%82', { text: 'Café' }],

  ['www.google.com/maps?cid=18446744073709551615', { cid: '18446744073709551615' }],
  ['maps.google.com/?cid=12345678901234', { cid: '12345678901234' }],
  // A link was never a number: one CID of 10,000 ends like this.
  ['maps.google.com/?cid=4565666864068310000', { cid: '4565666864068310000' }],
  ['www.google.com/maps?q=Kawa&cid=12345678901234', { cid: '12345678901234' }],
  ['www.google.com/search?q=Kawa&ludocid=9223372036854775809', { cid: '9223372036854775809' }],
  ['www.google.com/maps/place/Kawa/data=!4m2!3m1!1s0x0:0xffffffffffffffff', { cid: '18446744073709551615' }],
  ['maps.google.com/?q=Kawa&ftid=0x0:0xb3a73ce2ff2', { cid: '12345678901234' }],
  [
    `www.google.com/maps/embed?pb=${EMBED}!3m3!1m2!1s0x0%3A0xb3a73ce2ff2!2sKawa!5e0`,
    { cid: '12345678901234' },
  ],

  ['www.google.com/maps/search/?api=1&query=Kawiarnia+Zielona', { text: 'Kawiarnia Zielona' }],
  ['www.google.com/maps/search/Kawiarnia+%C5%BB%C3%B3%C5%82ta/', { text: 'Kawiarnia Żółta' }],
  [`www.google.com/maps/search/kawa/${VIEW}/data=!3m1!4b1`, { text: 'kawa' }],
  ['www.google.com/maps/place/Ż%C3%B3łta+%F0%9F%8D%95', { text: 'Żółta 🍕' }],
  ['www.google.com/maps/place/C%2B%2B+Bar', { text: 'C++ Bar' }],
  ['www.google.com/maps/place/100%+Bawełna', { text: '100% Bawełna' }],
  ['www.google.com/maps/place/Kawa/data=!4m2!3m1!1s0x0:0x0', { text: 'Kawa' }],
  ['www.google.com/maps/place/Kawa/data=!9m1!1s0x1:0x2!9m1!1s0x3:0x4', { text: 'Kawa' }],
  ['www.google.com/maps?q=Kawiarnia+Zielona&hl=pl', { text: 'Kawiarnia Zielona' }],
  ['www.google.com/maps?q=Kawa%0AZielona', { text: 'Kawa Zielona' }],
  ['maps.google.com/maps?q=Kawa&ftid=broken', { text: 'Kawa' }],
  ['www.google.com/maps?q=Kawa&cid=0', { text: 'Kawa' }],
  ['www.google.com/maps/search/?api=1&query=Kawa&query_place_id=ChIJbroken', { text: 'Kawa' }],
  ['google.pl/search?q=Kawa', { text: 'Kawa' }],
  ['maps.google.com/search/Kawa', { text: 'Kawa' }],
  [
    `www.google.com/maps/embed?pb=!1m16!1m12!1m3!1d3!2d21!3d52!2m3!1f0!2f0!3f0!3m2!1i1!2i7!4f13.1!2m1!1sKawa%20%C5%BB!5e0`,
    { text: 'Kawa Ż' },
  ],
  [`www.google.com/maps/embed?pb=${EMBED}!3m3!1m2!1s0x0:0x0!2zS2F3YSDFuw!5e0`, { text: 'Kawa Ż' }],
  ['www.google.com/maps/embed/v1/search?key=k&q=Kawa', { text: 'Kawa' }],
];

test('reads Place ID, CID or name from a link without a feature id', () => {
  for (const [link, target] of OTHERS) expect(read(link), link).toEqual(target);
});

const AT = (lat: number, lng: number) => ({ lat, lng });
const MID = '/g/11invented';

/** A name, and what else the link says of its place. */
const MARKED: readonly [string, string, object][] = [
  ['the view', `place/Kawa/${VIEW}`, { mid: null, at: AT(52.2, 21) }],
  ['a view south and west', 'place/Kawa/@-33.5,-70.25,1200m', { mid: null, at: AT(-33.5, -70.25) }],
  ['the pin, not the view', `place/Kawa/${VIEW}/data=!4m8!3m7${PIN}`, { mid: MID, at: AT(52.25, 21.01) }],
  ['a pin with counts that do not fit', `place/Kawa/data=!4m5!3m4${PIN}`, { mid: MID, at: AT(52.25, 21.01) }],
  ['a bare pin', 'place/Kawa/data=!3d-52.25!4d-21.01', { mid: null, at: AT(-52.25, -21.01) }],
  ['a MID in base64', 'place/Kawa/data=!4m3!3m2!16zL20vMDRoaGpj', { mid: '/m/04hhjc', at: null }],
  [
    'its own pin and MID beside those of another place',
    `place/Kawa/data=!4m12!1m6!3m5!2sInna!8m2!3d5!4d2!16s%2Fg%2F11other!3m4${PIN}`,
    { mid: MID, at: AT(52.25, 21.01) },
  ],
  ['kgmid', 'search?q=Kawa&kgmid=/g/11invented', { mid: MID, at: null }],
  ['kgmid, encoded', 'search?kgmid=%2Fg%2F11invented&q=Kawa&shndl=30', { mid: MID, at: null }],
  ['kgmid of a map', 'maps?q=Kawa&kgmid=/g/11invented', { mid: MID, at: null }],
];

test('reads the marks that distinguish a named place: MID, pin, view', () => {
  for (const [what, path, marks] of MARKED) {
    const link = `www.google.com/${path.startsWith('place/') ? 'maps/' : ''}${path}`;
    expect(read(link), what).toEqual({ text: 'Kawa', marks });
  }
});

const UNMARKED = [
  'maps/search/Kawa/@52.2,21.0,17z',
  'search?q=Kawa&kgmid=11invented',
  'maps/place/Kawa/@91,21,17z',
  'maps/place/Kawa/@52.2,181,17z',
  'maps/place/Kawa/data=!8m2!3d91!4d21',
  'maps/place/Kawa/data=!8m2!3d1!4d2!8m2!3d3!4d4',
  'maps/place/Kawa/data=!3d52.25!4i21',
  'maps/place/Kawa/data=!16s%2Fx%2F11invented',
  'maps/place/Kawa/data=!16e%2Fg%2F11invented',
  'maps/place/Kawa/data=!16s%2Fg%2F1one!16s%2Fg%2F1two',
];

test('reads a name alone when its marks are invalid or ambiguous', () => {
  for (const path of UNMARKED) expect(read(`www.google.com/${path}`), path).toEqual({ text: 'Kawa' });
});

const REFUSED: readonly [string, RegExp][] = [
  ['www.google.com/maps', /only the map/],
  ['www.google.com/maps/', /only the map/],
  ['maps.google.com/', /only the map/],
  [`www.google.com/maps/${VIEW}`, /only the map/],
  [`www.google.com/maps/${VIEW}/data=!3m1!1e3`, /only the map/],
  ['www.google.com/maps?q=', /only the map/],
  ['www.google.com/maps/@/data=!4m3!11m2!2sInventedList!3e3', /list/],
  ['www.google.com/maps/placelists/list/InventedList', /list/],
  ['www.google.com/maps/d/viewer?mid=1', /personal map/],
  ['www.google.com/maps/contrib/100000000000000000001', /profile/],
  ['www.google.com/maps/contrib/100000000000000000001/reviews?hl=pl', /profile/],
  [`www.google.com/maps/contrib/100000000000000000001/place/${ID}/`, /\/review-details/],
  [`www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sInvented!2m1!1s${F}`, /\/review-visibility/],
  [`www.google.com/maps/reviews/${VIEW}/data=!3m1!4b1`, /review/],
  ['www.google.com/maps/dir/A/B', /directions/],
  ['www.google.com/maps/dir/?api=1&origin=A&destination=B', /directions/],
  [`www.google.com/maps/dir/?api=1&origin=A&destination=B&destination_place_id=${ID}`, /directions/],
  ['www.google.com/maps/dir/?api=1&destination=B&waypoints=A', /directions/],
  ['www.google.com/maps/dir/', /directions/],
  ['maps.google.com/maps?saddr=A&daddr=B', /directions/],
  [
    `www.google.com/maps/embed?pb=!1m38!1m12!1m3!1d2!2d1!3d3!2m3!1f0!2f0!3f0!3m2!1i1!2i7!4f13.1!4m23!3e0!4m5!1s${ENCODED_F}!2sA`,
    /directions/,
  ],
  ['www.google.com/maps/embed/v1/view?center=1,2', /only the map/],
  ['www.google.com/maps?q=52.2297,21.0122', /only coordinates/],
  ['maps.google.com/?cid=456566', /CID in the link is not/],
  ['maps.google.com/?cid=4,56566686406831E+18', /rounded this CID/],
  // An identifier that is cut ends the reading: the words beside it may lead to another place.
  ['www.google.com/maps?q=Kawa&cid=456566', /CID in the link is not/],
  ['www.google.com/maps/place/Kawa/data=!4m2!3m1!1s0x471ecc5e44c22a29:0x3f5c81d2ab9', /CID in the link/],
  ['www.google.com/maps?q=cid:4,56E%2B18', /rounded this CID/],
  ['www.google.com/maps?q=loc:52.2297,-21.0122', /only coordinates/],
  ['www.google.com/maps?q=52.2297,21.0122(Dom)', /only coordinates/],
  ['www.google.com/maps/search/52.2297,+21.0122', /only coordinates/],
  ['www.google.com/maps/search/?api=1&query=52.2297%2C21.0122', /only coordinates/],
  [`www.google.com/maps/place/${DMS}/${VIEW}`, /only coordinates/],
  [`www.google.com/maps/place/${DMS}/data=!4m2!3m1!1s0x0:0x7b`, /only coordinates/],
  [
    `www.google.com/maps/embed?pb=${EMBED}!3m3!1m2!1s0x0:0x7b!2zNTLCsDEzJzQ2LjkiTiAyMcKwMDAnNDMuOSJF`,
    /only coordinates/,
  ],
  ['www.google.com/maps/place/', /does not name a place/],
  ['www.google.com/maps/place/?q=place_id:ChIJbroken', /Place ID in the link is not valid/],
  ['www.google.com/maps?cid=0', /CID in the link/],
  ['www.google.com/maps?cid=18446744073709551616', /CID in the link/],
  ['www.google.com/maps/search/', /without any words/],
  ['www.google.com/search?kgmid=/g/11invented', /without any words/],
  ['www.google.com/url?q=https://evil.example/', /does not name a place/],
  ['maps.google.com/url?q=https://evil.example/', /does not name a place/],
  ['www.google.com/', /does not name a place/],
  ['www.google.com/?cid=7', /does not name a place/],
  ['www.google.com/sorry/index?continue=https://www.google.com/maps', /does not name a place/],
  ['www.google.com/maps/constructor', /does not name a place/],
  [`mail.google.com/maps/place/?q=place_id:${ID}`, /does not lead to Google Maps/],
];

test('returns the reason for a link that names no place', () => {
  for (const [link, reason] of REFUSED)
    expect(read(link), link).toEqual({
      reason: expect.objectContaining({ text: expect.stringMatching(reason) }),
    });
});

function read(link: string): object {
  return parseMapUrl(new URL(`https://${link}`));
}
