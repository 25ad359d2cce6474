import type { Language } from '../language.js';
import { type ReceivedMessage, translated } from '../messages.js';
import { POLISH } from './messages-pl.js';

/** A message of the service in the user's language; in English if this version does not know its reason. */
export function serviceText(language: Language, received: ReceivedMessage): string {
  return (language === 'pl' ? translated(POLISH, received) : null) ?? received.message;
}
