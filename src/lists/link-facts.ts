/** What the link of a review says by itself. */
export interface LinkFacts {
  /** Decimal digits; null when the link does not name its author. */
  readonly authorId: string | null;
  readonly placeId: string | null;
  /** Decimal digits; null when the link does not name its place by its CID. */
  readonly cid: string | null;
}

const AUTHOR = /\/maps\/contrib\/(\d{15,25})(?!\d)/;
const PLACE_ID = /(?<![\w-])ChIJ[\w-]{23}(?![\w-])/;
/** A feature id; the first half is 0x0 in the links of reviews. */
const CID = /0x[\da-f]{1,16}:0x([\da-f]{1,16})(?![\da-f])/i;

/** Reads author and place from a link, also where it is percent-encoded; null when it says neither, as share links. */
export function linkFacts(url: string): LinkFacts | null {
  const text = decoded(url);
  const half = CID.exec(text)?.[1];
  const number = half === undefined ? 0n : BigInt(`0x${half}`);
  const facts = {
    authorId: AUTHOR.exec(text)?.[1] ?? null,
    placeId: PLACE_ID.exec(text)?.[0] ?? null,
    cid: number === 0n ? null : String(number),
  };
  return Object.values(facts).every((fact) => fact === null) ? null : facts;
}

function decoded(url: string): string {
  try {
    return decodeURIComponent(url);
  } catch {
    return url;
  }
}
