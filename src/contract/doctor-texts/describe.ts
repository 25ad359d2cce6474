import type { Describe, FindingCode } from '../doctor.js';
import type { Language } from '../language.js';
import { en } from './en.js';
import { pl } from './pl.js';
import type { DoctorTexts, Values } from './texts.js';

const TEXTS: Readonly<Record<Language, DoctorTexts>> = { pl, en };

/** The texts of the doctor in a language. */
export function doctorTexts(language: Language): DoctorTexts {
  return TEXTS[language];
}

/** Says what findings mean, in a language. A code of another version is shown as it is. */
export function describeIn(language: Language): Describe {
  const { findings } = TEXTS[language];
  return ({ code, values }) => {
    const text = Object.hasOwn(findings, code) ? findings[code as FindingCode] : undefined;
    if (text === undefined) return { seen: code, advice: null };
    const { seen, advice = null } = text;
    return { seen: typeof seen === 'string' ? seen : seen(valuesOf(values)), advice };
  };
}

/** Values as texts; a list is joined, and what is missing is a dash. */
function valuesOf(values: Readonly<Record<string, unknown>>): Values {
  return (name) => {
    const value = values[name];
    if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ');
    return value == null ? '–' : String(value);
  };
}
