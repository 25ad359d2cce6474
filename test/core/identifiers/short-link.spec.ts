import { Buffer } from 'node:buffer';
import { parseShortLink } from '../../../src/core/identifiers/short-link.js';
import { expect, test } from '../../support/test.js';

const MAX_CID = '18446744073709551615';
const G_PAGE = Buffer.from(`09${'ff'.repeat(8)}1001`, 'hex').toString('base64url');
const NO_CID = Buffer.from(`09${'00'.repeat(8)}1001`, 'hex').toString('base64url');

const ACCEPTED: readonly [string, string, string | null][] = [
  ['https://maps.app.goo.gl/aBc-_9', 'https://maps.app.goo.gl/aBc-_9', null],
  ['https://maps.app.goo.gl/aBc?g_st=ic', 'https://maps.app.goo.gl/aBc', null],
  ['https://maps.app.goo.gl/aBc/#x', 'https://maps.app.goo.gl/aBc', null],
  ['https://goo.gl/maps/aBc', 'https://goo.gl/maps/aBc', null],
  ['https://g.page/kawiarnia-zielona', 'https://g.page/kawiarnia-zielona', null],
  ['https://g.page/kawiarnia-zielona/review?gm', 'https://g.page/kawiarnia-zielona', null],
  ['https://g.page/restauracja', 'https://g.page/restauracja', null],
  [`https://g.page/r/${G_PAGE}`, `https://g.page/r/${G_PAGE}`, MAX_CID],
  [`https://g.page/r/${G_PAGE}/review`, `https://g.page/r/${G_PAGE}`, MAX_CID],
  ['https://g.page/r/unknown', 'https://g.page/r/unknown', null],
  ['https://share.google/aBc', 'https://share.google/aBc', null],
  ['https://g.co/kgs/aBc', 'https://g.co/kgs/aBc', null],
];

test('reads share links without query and action, and the CID of g.page links', () => {
  for (const [link, url, cid] of ACCEPTED) expect(parseShortLink(new URL(link)), link).toEqual({ url, cid });
});

const REFUSED = [
  ...['', '?link=https://evil.example/', 'a/b'].map((path) => `maps.app.goo.gl/${path}`),
  ...'goo.gl/aBc goo.gl/maps/ goo.gl/forms/aBc g.page/ g.page/r g.page/r/ g.page/a/photos'.split(' '),
  ...'share.google/ share.google/images/aBc g.co/aBc g.co/maps/aBc www.google.com/maps/aBc'.split(' '),
  'constructor/aBc',
];

test('returns null for any other address', () => {
  for (const link of REFUSED) expect(parseShortLink(new URL(`https://${link}`)), link).toBeNull();
});

test('returns a CID only for the exact bytes of a g.page id', () => {
  const cidOf = (id: string) => parseShortLink(new URL(`https://g.page/r/${id}`))?.cid;
  expect(cidOf(G_PAGE)).toBe(MAX_CID);
  const longer = Buffer.from(`09${'ff'.repeat(8)}10011801`, 'hex').toString('base64url');
  const spoilt = ['kawiarnia', NO_CID, longer, `${G_PAGE}A`, G_PAGE.slice(0, -1), G_PAGE.slice(1)];
  for (const id of spoilt) expect(cidOf(id), id).toBeNull();
});
