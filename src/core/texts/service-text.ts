import type { Language } from '../published/language.js';
import { type ReceivedMessage, translated } from './messages.js';
import { pl as core } from './pl.js';

/** The Polish texts of messages by id. */
export type PolishMessages = Readonly<Record<string, string>>;

/**
 * A message of the service in the user's language; null if this version does not know its reason. `polish`: the texts of
 * capabilities, besides the texts of the core.
 */
export function translation(
  language: Language,
  received: ReceivedMessage,
  polish: PolishMessages = {},
): string | null {
  return language === 'en' ? received.message : translated({ ...core, ...polish }, received);
}

/** As `translation`; in English if this version does not know the reason. */
export function serviceText(language: Language, received: ReceivedMessage, polish?: PolishMessages): string {
  return translation(language, received, polish) ?? received.message;
}
