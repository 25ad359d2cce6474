import type { Origin } from './origins.js';

/** A source of fields, or `form`: the outer shape of an answer or page. */
export type PresenceSource = Origin['source'] | 'form';

/** Whether a field was found, with its origin if known. */
export type Found = Origin | boolean | null;

/** Fields of one source, and the origin of each. */
export type FoundFields = Readonly<Record<string, Found>>;

/** The shapes that the code recognises; `DriftKind` counts unrecognised shapes. */
export type ProviderForm = (typeof PROVIDER_FORMS)[number];
export const PROVIDER_FORMS = [
  'list_frame',
  'search_answer',
  'review_answer',
  'place_payload',
  'consent_form',
] as const;

/**
 * Reports one answer of the provider: the fields that a source is expected to hold, found or not. Optional fields
 * (stars of a place without reviews, a part of a panel that is still being drawn) are left out.
 */
export type NotePresence = (source: PresenceSource, fields: Readonly<Record<string, Found>>) => void;
