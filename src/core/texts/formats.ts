import type { Language } from '../published/language.js';

/** The plural forms of a Polish or English noun. */
interface Forms {
  readonly one: string;
  readonly few?: string;
  readonly many: string;
}

export type Formats = ReturnType<typeof createFormats>;

/** Writes numbers, dates and counted nouns in one language. */
export function createFormats(language: Language) {
  const locale = language === 'pl' ? 'pl-PL' : 'en-GB';
  // By default, Polish does not group four digits. Grouped and ungrouped numbers in one column are hard to compare.
  const number = new Intl.NumberFormat(locale, { useGrouping: 'always' });
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' });
  const shortDay = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    // In English, digits alone would leave open which one is the month.
    month: language === 'pl' ? '2-digit' : 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  const month = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const shortMonth = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' });
  const plural = new Intl.PluralRules(locale);
  return {
    /** `1 385`: groups numbers with four or more digits. */
    number: (value: number) => number.format(value),
    /** One decimal: `4,6`. */
    decimal: (value: number) => decimal.format(value),
    /** A share from 0 to 1 as a whole percentage. */
    percent: (share: number) => percent.format(share),
    /** `22.11.2026, 22:55` or `22.11.2026`, from `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD` in any time zone. */
    moment: (at: string) => {
      const [date = '', time] = at.split(' ');
      const parsed = Date.parse(date);
      const shown = Number.isNaN(parsed) ? date : shortDay.format(parsed);
      return time === undefined ? shown : `${shown}, ${time.slice(0, 5)}`;
    },
    /** A day; milliseconds since 1970. */
    day: (at: number) => day.format(at),
    /** A month in words, `listopad 2026`. */
    month: (year: number, index: number) => month.format(Date.UTC(year, index)),
    /** The short name of a month, `lis`; 0 to 11. */
    shortMonth: (index: number) => shortMonth.format(Date.UTC(2024, index)),
    /** The number and the noun in its plural form; the line never breaks between them. */
    count: (value: number, forms: Forms) => {
      const rule = plural.select(value);
      const form = rule === 'one' ? forms.one : rule === 'few' ? (forms.few ?? forms.many) : forms.many;
      return `${number.format(value)}\u00a0${form}`;
    },
  };
}
