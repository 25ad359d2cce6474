import { catalogue } from '../../../core/texts/catalogue.js';
import { roughTime } from '../../../core/texts/outcomes.js';
import { useTexts } from '../../../kit/ui/context.js';
import { writerOf } from '../../../kit/ui/texts.js';
import type { Job } from '../published.js';
import { en } from './en.js';
import { pl } from './pl.js';

const textsOf = catalogue(en, pl, writerOf);

/** The texts of the lists. */
export function useListTexts() {
  const texts = useTexts();
  return { ...texts, l: textsOf(texts.language) };
}
export type ListTexts = ReturnType<typeof useListTexts>;

/** The name of a list: of its file, or what it checks and when it began. */
export function listName({ l, formats }: ListTexts, { type, parameters, created_at: at }: Job): string {
  const { name } = parameters;
  return typeof name === 'string' ? name : l('named', { type: l(`types.${type}`), at: formats.moment(at) });
}

/** How a list goes on: its estimated end, and until when links without an answer are asked again. */
export function progressText({ l, language, formats }: ListTexts, job: Job): string {
  const { total, done, retrying, next_attempt_at: next, estimated_end_at_utc: end } = job;
  const seconds = end == null ? 0 : (Date.parse(end) - Date.now()) / 1_000;
  return [
    l('progress', { done: formats.number(done), all: formats.number(total) }),
    seconds > 0 ? l('estimated', { time: roughTime(language, seconds) }) : null,
    retrying > 0 ? l('retrying', { value: formats.number(retrying) }) : null,
    retrying > 0 && next !== null ? l('next', { at: formats.moment(next) }) : null,
  ]
    .filter((text) => text !== null)
    .join(' · ');
}
