/** The position where the value of a field was found. */
export interface Origin {
  /**
   * `payload`: the place's data answer or its inline copy; `panel`: the rendered place panel; `record`: a review
   * record; `card`: a rendered review card; `search`: a search answer.
   */
  readonly source: 'payload' | 'panel' | 'record' | 'card' | 'search';
  /** The list in the rules, e.g. `paths.placePayload.reviewCount` or `selectors.reviewCount`. */
  readonly list: string;
  /** The set that holds the entry. */
  readonly set: 'operator' | 'built-in';
  /** The entry as the rules file writes it: `[4,8]` or a selector. */
  readonly entry: string;
}

/** The origin of each field of a reading (internal English name, e.g. `reviewCount`); null = not found. */
export type Origins = Readonly<Record<string, Origin | null>>;

/** Fields of one source: whether each was found, with its origin if known. */
export type FoundFields = Readonly<Record<string, Origin | boolean | null>>;

/** A source of fields, or `form`: the outer shape of an answer or page. */
export type PresenceSource = Origin['source'] | 'form';

/**
 * Reports one answer of the provider: the fields that a source is expected to hold, found or not. Optional fields
 * (stars of a place without reviews, a part of a panel that is still being drawn) are left out.
 */
export type NotePresence = (source: PresenceSource, fields: FoundFields) => void;
