import { Buffer } from 'node:buffer';
import { parseShortLink } from '../../../src/core/identifiers/short-link.js';
import { expect, test } from '../../support/test.js';

const MAX_CID = '18446744073709551615';
const G_PAGE = Buffer.from(`09${'ff'.repeat(8)}1001`, 'hex').toString('base64url');
const NO_CID = Buffer.from(`09${'00'.repeat(8)}1001`, 'hex').toString('base64url');

test('returns a CID only for the exact bytes of a g.page id', () => {
  const cidOf = (id: string) => parseShortLink(new URL(`https://g.page/r/${id}`))?.cid;
  expect(cidOf(G_PAGE)).toBe(MAX_CID);
  const longer = Buffer.from(`09${'ff'.repeat(8)}10011801`, 'hex').toString('base64url');
  const spoilt = ['kawiarnia', NO_CID, longer, `${G_PAGE}A`, G_PAGE.slice(0, -1), G_PAGE.slice(1)];
  for (const id of spoilt) expect(cidOf(id), id).toBeNull();
});
