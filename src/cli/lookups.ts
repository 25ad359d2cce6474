import { isAppError } from '../contract/errors.js';
import { allData, convertData, detailsData, searchData } from '../contract/place.js';
import { reviewDetailsData } from '../contract/review.js';
import { cidOfFeature, parseCid } from '../identifiers/cid.js';
import { parsePlaceRef } from '../identifiers/classify.js';
import { convertTable, placeTable, reviewDetailsTable, searchTable } from './answer-tables.js';
import { EXIT, type ExitCode, ExitError } from './exit.js';
import { printOne } from './output.js';
import { placeIdQuery, placeQuery, reviewLink } from './query.js';
import { guardOf, type Say, type Session } from './session.js';
import { plainLine } from './text.js';

/** `search QUERY`: the Place ID of a name, link, Place ID or CID. */
export async function search(session: Session, text: string): Promise<ExitCode> {
  const query = placeQuery(text, session.say);
  const data = await session.api.data(
    { path: 'search', query: { query }, signal: session.signal },
    guardOf(searchData),
  );
  return printOne(session, data, searchTable(session));
}

/** `details PLACE_ID`: the details of a place. */
export async function details(session: Session, text: string): Promise<ExitCode> {
  const placeid = placeIdQuery(text, session.say);
  refuseName(session, placeid);
  const data = await session.api.data(
    { path: 'details', query: { placeid }, signal: session.signal },
    guardOf(detailsData),
  );
  return printOne(session, data, placeTable(session));
}

/** Names and links are for `all`; the service would only say that this is no Place ID. @throws ExitError */
function refuseName({ say }: Session, text: string): void {
  try {
    parsePlaceRef(text);
  } catch (error) {
    if (!isAppError(error) || /^\s*(?:ChIJ|0x)/i.test(text) || text.trim() === '') return;
    const command = `place-lookup all "${plainLine(text).replaceAll('"', '')}"`;
    throw new ExitError(
      EXIT.usage,
      say(
        `Polecenie details przyjmuje Place ID, a „${plainLine(text)}” nim nie jest. Nazwę, link lub CID przyjmuje: ${command}`,
        `details takes a Place ID, and '${plainLine(text)}' is none. For a name, link or CID: ${command}`,
      ),
    );
  }
}

/** `all QUERY`: search and details in one. */
export async function all(session: Session, text: string): Promise<ExitCode> {
  const url = placeQuery(text, session.say);
  const data = await session.api.data(
    { path: 'all', query: { url }, signal: session.signal },
    guardOf(allData),
  );
  return printOne(session, data, placeTable(session));
}

/** `review URL`: the details of one review. */
export async function review(session: Session, text: string): Promise<ExitCode> {
  const url = reviewLink(text, session.say);
  const data = await session.api.data(
    { path: 'review-details', query: { url }, signal: session.signal },
    guardOf(reviewDetailsData),
  );
  return printOne(session, data, reviewDetailsTable(session));
}

/** `convert ID`: Place ID or feature id → CID, computed without the service; CID → Place ID, by the service. */
export async function convert(session: Session, text: string): Promise<ExitCode> {
  const { cid, placeId } = readId(session, placeIdQuery(text, session.say));
  const data =
    placeId === null
      ? await session.api.data(
          { path: 'convert', body: { cid }, signal: session.signal },
          guardOf(convertData),
        )
      : { cid, place_id: placeId, conversion_type: 'place_id_to_cid' as const };
  return printOne(session, data, convertTable(session));
}

function readId({ say }: Session, id: string): { cid: string; placeId: string | null } {
  const reading = parseCid(id);
  if (reading.ok) return { cid: reading.cid, placeId: null };
  if (/^\s*(cid\s*:)?\s*\d+\s*$/i.test(id)) {
    const inPolish = 'CID ma od 14 do 20 cyfr i jest liczbą od 1 do 18446744073709551615.';
    throw new ExitError(EXIT.usage, say(inPolish, reading.reason));
  }
  const { placeId, featureId } = placeRef(id, say);
  const cid = featureId === null ? null : cidOfFeature(featureId);
  if (cid === null) {
    const message = say('Ten Place ID nie zawiera numeru CID.', 'This Place ID contains no CID.');
    throw new ExitError(EXIT.usage, message);
  }
  return { cid, placeId };
}

function placeRef(id: string, say: Say): ReturnType<typeof parsePlaceRef> {
  try {
    return parsePlaceRef(id);
  } catch (error) {
    if (!isAppError(error)) throw error;
    const inPolish =
      'To nie jest Place ID ani CID. Place ID zaczyna się od „ChIJ” i ma 27 znaków (litery, cyfry, „-” i „_”); ' +
      'wielkość liter ma znaczenie. CID ma od 14 do 20 cyfr. Można też podać identyfikator w postaci 0x…:0x….';
    throw new ExitError(EXIT.usage, say(inPolish, error.message));
  }
}
