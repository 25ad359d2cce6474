import type { Language } from '../../core/published/language.js';
import { catalogue, filled, type NamesIn, type TextsOf } from '../../core/texts/catalogue.js';
import { en } from './en.js';
import { pl } from './pl.js';

/** The texts of the checks of the service. Findings never quote the provider. */
export const doctorTexts = catalogue(en, pl);
export type DoctorTexts = TextsOf<typeof en>;

type Texts = typeof en;
type CodeOf<Key, Kind extends string> = Key extends `${Kind}.${infer Code}` ? Code : never;

export type CheckId = CodeOf<keyof Texts, 'check'>;
/** Every check, in the order of the report. */
export const CHECK_IDS = Object.keys(en).flatMap((key) =>
  key.startsWith('check.') ? [key.slice('check.'.length) as CheckId] : [],
);

type FindingCode = Exclude<CodeOf<keyof Texts, 'finding'>, `${string}.advice`>;
type FindingValue = string | number | boolean | null | string[];

type FindingOf<C extends FindingCode> = { readonly code: C } & Readonly<
  Record<NamesIn<Texts[`finding.${C}`]>, FindingValue>
>;
/** The finding of a check: a code, and at least the values that its sentence names. */
export type Finding = { [C in FindingCode]: FindingOf<C> }[FindingCode] &
  Readonly<Record<string, FindingValue>>;

/** The advice for the operator that several findings share. */
const SHARED_ADVICE: Readonly<Record<'report' | 'later' | 'otherPlace', readonly string[]>> = {
  later: ['failed', 'places_none', 'review_not_shown'],
  report: [
    ...['fields_missing', 'fields_none', 'search_other', 'search_nothing', 'cid_other', 'cid_nothing'],
    ...['batches_unread', 'batches_none', 'review_none'],
  ],
  otherPlace: ['place_not_shown', 'place_other'],
};

/** Writes a finding as a sentence, with its advice. Nothing becomes a dash. */
export function describe(
  code: string,
  values: Readonly<Record<string, FindingValue>>,
  language: Language,
): { readonly seen: string; readonly advice: string | null } {
  const texts: Readonly<Record<string, string>> = { en, pl }[language];
  const written = Object.entries(values).map(([name, value]) => [name, String(value ?? '') || '–']);
  const shared = Object.entries(SHARED_ADVICE).find(([, codes]) => codes.includes(code))?.[0];
  const advice = texts[shared === undefined ? `finding.${code}.advice` : `advice.${shared}`];
  return {
    seen: filled(texts[`finding.${code}`] ?? code, Object.fromEntries(written)),
    advice: advice ?? null,
  };
}
