import type { Language } from '../published/language.js';
import { type ReceivedMessage, translated } from './messages.js';
import polish from './pl.json' with { type: 'json' };

/** A message of the service in the user's language; null if this version does not know its reason. */
export function translation(language: Language, received: ReceivedMessage): string | null {
  return language === 'en' ? received.message : translated(polish, received);
}

/** A message of the service in the user's language; in English if this version does not know its reason. */
export function serviceText(language: Language, received: ReceivedMessage): string {
  return translation(language, received) ?? received.message;
}
