import type { Failure } from '../../core/published/failure.js';
import type { Language } from '../../core/published/language.js';
import { textsIn, type Value } from '../../core/texts/catalogue.js';
import { createFormats } from '../../core/texts/formats.js';
import { failureText, noticeLabel, uncountedText } from '../../core/texts/outcomes.js';
import type { en } from './en.js';

// The texts of the console in one language. en.ts and pl.ts have the texts; the functions have what depends on more
// than values.

type Words = ReturnType<typeof createWords>;

/** Writes numbers in texts with groups of digits. */
export const writerOf = (language: Language) => {
  const { number } = createFormats(language);
  return (value: Value): string => (typeof value === 'number' ? number(value) : value);
};

/** The parts of texts in one language. */
function createWords(language: Language, texts: Readonly<Record<string, string>>) {
  const formats = createFormats(language);
  const t = textsIn<typeof en>(language, texts, writerOf(language));
  return { ...formats, formats, language, t };
}

/** The view "Reviews of a place". */
const reviewTexts = ({ t, language }: Words) => {
  const NOTHING_READ = t('reviews.nothingRead');
  const isNothing = (read: number, total: number | null) => read === 0 && total === null;
  const readOf = (read: number, total: number | null) =>
    total === null ? t('count.reviews', { count: read }) : t('of', { part: read, all: total });
  return {
    reading: (read: number, total: number | null) =>
      `${t('reviews.reading')}${isNothing(read, total) ? '' : ` ${readOf(read, total)}`}`,
    incomplete: (read: number, total: number | null, ending: string) =>
      isNothing(read, total)
        ? `${NOTHING_READ} ${t('reviews.reason')}: ${ending}.`
        : `${readOf(read, total)} – ${ending}.${total === null ? ` ${uncountedText(language)}` : ''}`,
    stopped: (read: number, total: number | null) =>
      isNothing(read, total)
        ? `${t('reviews.stopped')} ${NOTHING_READ}`
        : `${readOf(read, total)} – ${t('reviews.readingStopped')}.`,
    broken: (read: number, total: number | null) =>
      isNothing(read, total) ? NOTHING_READ : `${readOf(read, total)} – ${t('reviews.broken')}.`,
    filtersOf: (value: number) => (value === 0 ? t('reviews.filters') : t('reviews.filtersOf', { value })),
    shown: (value: number, all: number) =>
      value === all ? t('count.reviews', { count: all }) : t('reviews.shown', { value, all }),
    guide: (level: number | null) =>
      level === null ? t('reviews.guide') : t('reviews.guideLevel', { level }),
  };
};

/** The chart of months. */
const monthTexts = ({ t, decimal, language }: Words) => ({
  covers: (read: number, total: number | null) =>
    total === null ? t('months.coversRead', { read }) : t('months.covers', { read, total }),
  summary: (months: number, first: string, last: string, all: number) =>
    `${first} – ${last} (${t('count.months', { count: months })}): ${t('count.reviews', { count: all })}.`,
  point: (month: string, value: number | null, average: number | null) => {
    const mean = average === null ? '' : `, ${t('months.point.average')} ${decimal(average)}`;
    return `${month}: ${value === null ? t('unknown') : t('count.reviews', { count: value })}${mean}`;
  },
  closed: t('months.closed', { notice: noticeLabel(language, 'permanently_closed') }),
});

export type Texts = ReturnType<typeof createTexts>;

/** The texts of the console in one language: `t` gives a text, the groups give texts that depend on more than values. */
function createTexts(language: Language, texts: Readonly<Record<string, string>>) {
  const words = createWords(language, texts);
  return {
    language,
    formats: words.formats,
    t: words.t,
    whyFailed: (failure: Failure) => failureText(language, failure),
    reviews: reviewTexts(words),
    months: monthTexts(words),
  };
}

export async function loadTexts(language: Language): Promise<Texts> {
  const texts = language === 'pl' ? (await import('./pl.js')).pl : (await import('./en.js')).en;
  return createTexts(language, texts);
}
