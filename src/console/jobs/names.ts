import type { Job } from '../../contract/lines.js';
import type { Texts } from '../texts/pl.js';

/** A moment of the service (`YYYY-MM-DD HH:MM:SS`) without its seconds. */
export function minuteOf(moment: string): string {
  return moment.slice(0, 16);
}

/** What a job is called: what it does, and when it was made. */
export function jobName(texts: Texts['jobs'], { type, created_at }: Job): string {
  return texts.named(texts.types[type], minuteOf(created_at));
}
