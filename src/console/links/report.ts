import { withPlaceName } from '../../clients/check-links.js';
import { datedName } from '../../lists/file-name.js';
import type { VerdictRow } from '../../lists/verdict-columns.js';
import type { Texts } from '../texts.js';
import { type LinkRow, sightingBefore } from './rows.js';
import { failureText } from './table.js';

/**
 * Makes the report of a check, a workbook for a client or a lawyer, and its file name. The code that writes it is
 * loaded on the first call. `placeNames`: names of places, by Place ID.
 */
export async function reportFile(
  texts: Texts,
  links: readonly LinkRow[],
  placeNames: ReadonlyMap<string, string>,
): Promise<readonly [content: Blob, name: string]> {
  const { reportBlob, reportName } = await import('../../lists/report.js');
  const { language } = texts;
  const rows = links.map((link, index) => ({
    url: link.url,
    result: resultOf(texts, link, index, placeNames),
    earlier: sightingBefore(link),
  }));
  const [place = null, ...others] = new Set(placeNames.values());
  const name = datedName([reportName(language), others.length === 0 ? place : null], new Date());
  return [await reportBlob(rows, language, 'own'), `${name}.xlsx`];
}

/** The result of a link for a file, with the name of its place. Null for a link that was not checked. */
export function resultOf(
  texts: Texts,
  { url, result }: LinkRow,
  index: number,
  placeNames: ReadonlyMap<string, string>,
): VerdictRow | null {
  if (result === null) return null;
  if ('verdict' in result) return withPlaceName({ ...result.verdict, index, review_url: url }, placeNames);
  const { code } = result.failure;
  const message = failureText(texts, result.failure);
  return { type: 'error', index, review_url: url, error: { code, message } };
}
