import { loadCases } from '../../fixtures/provider/cases.js';
import { placeLinks } from '../../fixtures/provider/maps-host.js';

const ID = '0x47165b1c0a9d3e27:0x3f5c81d2ab904e16';
const PLACE_ID = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const MAPS = 'https://www.google.com/maps';

const cases = loadCases();
const asked = cases.flatMap(({ request }) => [
  ...new URL(request.replace(/^GET /, ''), 'http://service.test').searchParams.values(),
]);
const hops = cases.flatMap((one) => ('hops' in one ? one.hops : [])).flatMap(({ at, to }) => [at, to]);

/** Links and identifiers of places: what the fixtures ask with, and one of every other form. */
export const PLACE_QUERIES: readonly string[] = [
  ...new Set([
    ...asked,
    ...hops,
    ...cases.filter((one) => one.kind === 'place').flatMap((one) => Object.values(placeLinks(one))),
    ...[ID, '0x0:0x3f5c81d2ab904e16', `place_id:${PLACE_ID}`, 'cid:4565666864068316694'],
    ...['GhIJQWDl0CIeQUARxks3icF8U8A', 'Hotel: Zamek', '24/7', 'Dr.Max', 'Kawiarnia 2.0', '🍕 Pizza'],
    `${MAPS}/search/?api=1&query=pizza&query_place_id=${PLACE_ID}`,
    `${MAPS}/place/?q=place_id:${PLACE_ID}`,
    `${MAPS}?ftid=${ID}&hl=pl`,
    `${MAPS}/place/Bar+%C5%BB%C3%B3%C5%82w/@52.2,21.0,17z/data=!3m1!4b1!4m6!3m5!1s${ID}!8m2!3d52!4d21!16s%2Fg%2F1`,
    `${MAPS}/place/Bar/data=!4m5!3m4!1s${ID.replace(':', '%3A')}!8m2!3d52!4d21!19s${PLACE_ID}`,
    `${MAPS}/preview/place/Bar/data=!4m2!3m1!1s${ID}`,
    `${MAPS}/embed?pb=!1m18!1m12!1m3!1d1!2d21!3d52!2m3!1f0!2f0!3f0!3m2!1i1024!2i768!4f13.1!3m3!1m2!1s${ID}!2sBar!5e0`,
    `${MAPS}/embed/v1/place?key=x&q=place_id:${PLACE_ID}`,
    `https://www.google.com/search?q=bar#lrd=${ID},1`,
    `https://consent.google.com/m?continue=${encodeURIComponent(`${MAPS}/place/Bar/data=!4m2!3m1!1s${ID}`)}&gl=PL`,
    'https://g.page/r/CRAyVHaYutz-EAE/review',
    'https://goo.gl/maps/AbCdEf',
    'https://share.google/AbCdEf',
    ...[`${MAPS}/dir//Bar`, `${MAPS}/@52.2,21.0,17z`, `${MAPS}/contrib/1234567890123/reviews`],
  ]),
];

/** Links to single reviews, of every form the fixtures know. */
export const REVIEW_LINKS: readonly string[] = [
  ...new Set([
    ...cases
      .filter((one) => one.kind === 'review')
      .flatMap(({ link, hops: leading }) => [link, ...leading.flatMap(({ at, to }) => [at, to])]),
    `${MAPS}/contrib/123456789012345678901/place/${PLACE_ID}/@52,21,17z`,
    // The author's id of a usual length, and of none that exists.
    ...['123456789012345678901', '123456789', '1'.repeat(26)].map(
      (author) => `${MAPS}/reviews/data=!4m5!14m4!1m3!1m2!1s${author}!2s${ID}`,
    ),
  ]),
];
