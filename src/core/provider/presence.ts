/**
 * A source of fields. `payload`: the place's data answer or its inline copy; `panel`: the rendered place panel; `record`:
 * a review record; `card`: a rendered review card; `form`: the outer shape of an answer or page.
 */
export type PresenceSource = 'payload' | 'panel' | 'record' | 'card' | 'form';

/** Fields of one source: whether each was found. */
export type FoundFields = Readonly<Record<string, boolean>>;

/**
 * Reports one answer of the provider: the fields that a source is expected to hold, found or not. Optional fields
 * (stars of a place without reviews, a part of a panel that is still being drawn) are left out.
 */
export type NotePresence = (source: PresenceSource, fields: FoundFields) => void;

/** Which of the named values were read. */
export function foundIn(values: Readonly<Record<string, unknown>>): FoundFields {
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value != null]));
}
