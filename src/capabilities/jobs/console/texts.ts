import { catalogue } from '../../../core/texts/catalogue.js';
import { roughTime } from '../../../core/texts/outcomes.js';
import { useTexts } from '../../../kit/ui/context.js';
import { countsOf, type ListRow, ROW_KINDS } from '../../../kit/ui/list/list-rows.js';
import type { Job } from '../published.js';
import { en } from './en.js';
import { pl } from './pl.js';

const textsOf = catalogue(en, pl);

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

/** What a list has found so far, in one line: of each kind of `rows` if they are all, otherwise what the service counts. */
export function countsText({ l, t, formats }: ListTexts, job: Job, rows: readonly ListRow[] = []): string {
  const { visible, not_visible: hidden, failed, done, total, columns } = job;
  const counted = rows.length === total ? countsOf(rows) : null;
  // The service counts links that may be incomplete as not visible, and rows without a link as failures.
  const counts = [
    [hidden === undefined ? 'read' : 'hidden', hidden ?? done - failed],
    ['visible', visible ?? 0],
    [columns === null ? 'failed' : 'failedOrNone', failed],
    ['waiting', total - done],
  ] as const;
  const texts = counted
    ? ROW_KINDS.map((kind) => [t(`links.filters.${kind}`), counted[kind]] as const)
    : counts.map(([kind, value]) => [l(kind), value] as const);
  return texts
    .filter(([, value]) => value > 0)
    .map(([name, value]) => t('links.filtered', { name, value: formats.number(value) }))
    .join(' · ');
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
