import type { Origin } from './origins.js';

/** What an answer of the provider is judged as: a source of fields, or the outer form of an answer or page. */
export type PresenceSource = Origin['source'] | 'form';

/** Whether a field was found, and where if that is known. */
export type Found = Origin | boolean | null;

/** Fields of one source, and where each was found. */
export type FoundFields = Readonly<Record<string, Found>>;

/** The forms that are recognised or not; `DriftKind` counts those that are not. */
export type ProviderForm = (typeof PROVIDER_FORMS)[number];
export const PROVIDER_FORMS = [
  'list_frame',
  'search_answer',
  'review_answer',
  'place_payload',
  'consent_form',
] as const;

/**
 * Reports one answer of the provider: the fields that a source is expected to hold, found or not. A field that the
 * answer need not have (stars of a place without reviews, a part of a panel that is still being drawn) is left out.
 */
export type NotePresence = (source: PresenceSource, fields: Readonly<Record<string, Found>>) => void;
