import { isAppError } from '../../errors.js';
import { allData, convertData, detailsData, searchData } from '../../http/contract/responses.js';
import { reviewDetailsData } from '../../http/contract/review.js';
import { cidOfFeature, parseCid } from '../../identifiers/cid.js';
import { parsePlaceRef } from '../../identifiers/classify.js';
import { convertTable, placeTable, reviewDetailsTable, searchTable } from './answer-tables.js';
import { EXIT, type ExitCode, Failure } from './failure.js';
import { printOne } from './output.js';
import type { Say, Session } from './session.js';

/** `search QUERY`: the Place ID of whatever names a place. */
export async function search(session: Session, query: string): Promise<ExitCode> {
  const data = await session.api.data({ path: 'search', query: { query } }, searchData);
  return printOne(session, data, searchTable(session));
}

/** `details PLACE_ID`: the card of a place. */
export async function details(session: Session, placeid: string): Promise<ExitCode> {
  const data = await session.api.data({ path: 'details', query: { placeid } }, detailsData);
  return printOne(session, data, placeTable(session));
}

/** `all QUERY`: search and card in one. */
export async function all(session: Session, url: string): Promise<ExitCode> {
  const data = await session.api.data({ path: 'all', query: { url } }, allData);
  return printOne(session, data, placeTable(session));
}

/** `review URL`: everything about one review. */
export async function review(session: Session, url: string): Promise<ExitCode> {
  const data = await session.api.data({ path: 'review-details', query: { url } }, reviewDetailsData);
  return printOne(session, data, reviewDetailsTable(session));
}

/** `convert ID`: Place ID or feature id → CID by arithmetic, without any service; CID → Place ID by asking it. */
export async function convert(session: Session, id: string): Promise<ExitCode> {
  const { cid, placeId } = readId(session, id);
  const data =
    placeId === null
      ? await session.api.data({ path: 'convert', body: { cid } }, convertData)
      : { cid, place_id: placeId, conversion_type: 'place_id_to_cid' as const };
  return printOne(session, data, convertTable(session));
}

function readId({ say }: Session, id: string): { cid: string; placeId: string | null } {
  const reading = parseCid(id);
  if (reading.ok) return { cid: reading.cid, placeId: null };
  if (/^\s*(cid\s*:)?\s*\d+\s*$/i.test(id)) {
    const inPolish = 'CID ma od 14 do 20 cyfr i leży między 1 a 18446744073709551615.';
    throw new Failure(EXIT.usage, say(inPolish, reading.reason));
  }
  const { placeId, featureId } = placeRef(id, say);
  const cid = featureId === null ? null : cidOfFeature(featureId);
  if (cid === null) {
    const message = say('Ten Place ID nie zawiera numeru CID.', 'This Place ID carries no CID.');
    throw new Failure(EXIT.usage, message);
  }
  return { cid, placeId };
}

function placeRef(id: string, say: Say): ReturnType<typeof parsePlaceRef> {
  try {
    return parsePlaceRef(id);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const inPolish =
      'To nie jest Place ID ani CID. Place ID zaczyna się od „ChIJ” i ma 27 liter, cyfr, „-” i „_” ' +
      '(wielkość liter ma znaczenie), CID od 14 do 20 cyfr. Może też być 0x…:0x….';
    throw new Failure(EXIT.usage, say(inPolish, error.message));
  }
}
