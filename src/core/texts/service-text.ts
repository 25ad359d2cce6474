import type { Language } from '../published/language.js';
import { type ReceivedMessage, translated } from './messages.js';
import { POLISH } from './messages-pl.js';

/** A message of the service in the user's language; null if this version does not know its reason. */
export function translation(language: Language, received: ReceivedMessage): string | null {
  return language === 'en' ? received.message : translated(POLISH, received);
}

/** A message of the service in the user's language; in English if this version does not know its reason. */
export function serviceText(language: Language, received: ReceivedMessage): string {
  return translation(language, received) ?? received.message;
}
