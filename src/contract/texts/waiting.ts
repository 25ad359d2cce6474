import type { Language } from '../language.js';
import { createFormats } from './formats.js';

/**
 * Says how many links of a job wait for another attempt. `next`: when the next of them is asked, as the reader sees it;
 * null = that is unknown, or it is being asked.
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
