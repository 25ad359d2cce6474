import type { Language } from '../published/language.js';
import { createFormats } from './formats.js';

/**
 * Says how many links of a job wait for another attempt. `next`: the time of the next attempt, written for the reader;
 * null = the time is unknown, or the link is being asked.
 */
export function waitingText(language: Language, links: number, next: string | null): string {
  const { count } = createFormats(language);
  if (language === 'pl') {
    const waiting = {
      one: 'link czeka na ponowienie',
      few: 'linki czekają na ponowienie',
      many: 'linków czeka na ponowienie',
    };
    return count(links, waiting) + (next === null ? '' : `, następna próba: ${next}`);
  }
  const waiting = { one: 'link waits for another attempt', many: 'links wait for another attempt' };
  return count(links, waiting) + (next === null ? '' : `, next attempt: ${next}`);
}
