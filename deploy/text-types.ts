import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Makes en.d.json.ts from the texts of a folder (src/core/texts/catalogue.ts), and refuses texts that do not fit.

type Texts = Readonly<Record<string, string>>;

const FORMS = { en: ['one', 'other'], pl: ['one', 'few', 'many', 'other'] };

const baseOf = (key: string): string => key.replace(/#.*/, '');

/** The names of the values of each key, in all its forms. */
function valuesOf(texts: Texts): Map<string, Set<string>> {
  const values = new Map<string, Set<string>>();
  for (const [key, text] of Object.entries(texts)) {
    const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    values.set(baseOf(key), new Set([...(values.get(baseOf(key)) ?? []), ...names]));
  }
  return values;
}

/** The plural forms that the language has and the texts lack. */
function missingForms(texts: Texts, forms: readonly string[]): string[] {
  const counted = Object.keys(texts).filter((key) => key.includes('#'));
  return [...new Set(counted.map(baseOf))]
    .flatMap((key) => forms.map((form) => `${key}#${form}`))
    .filter((key) => !Object.hasOwn(texts, key));
}

/** Why the texts of a folder do not fit; none if they do. */
export function textFaults(en: Texts, pl: Texts): string[] {
  const [english, polish] = [valuesOf(en), valuesOf(pl)];
  const alien = [...polish].flatMap(([key, names]) =>
    [...names].filter((name) => english.get(key)?.has(name) === false).map((name) => `${key}: {{${name}}}`),
  );
  return [
    ...[...english.keys()].filter((key) => !polish.has(key)).map((key) => `${key}: pl.json lacks this key`),
    ...[...polish.keys()].filter((key) => !english.has(key)).map((key) => `${key}: en.json lacks this key`),
    ...alien.map((value) => `${value}: en.json lacks this value`),
    ...missingForms(en, FORMS.en).map((key) => `${key}: en.json lacks this plural form`),
    ...missingForms(pl, FORMS.pl).map((key) => `${key}: pl.json lacks this plural form`),
  ];
}

/** The text of en.d.json.ts for the en.json with this path. @throws Error if the texts do not fit */
export function textTypes(file: string): string {
  const textsOf = (language: string): Texts =>
    JSON.parse(readFileSync(join(dirname(file), `${language}.json`), 'utf8'));
  const en = textsOf('en');
  const faults = textFaults(en, textsOf('pl'));
  if (faults.length > 0) throw new Error(`${dirname(file)}:\n${faults.join('\n')}`);
  const lines = Object.entries(en).map(
    ([key, text]) => `  readonly ${JSON.stringify(key)}: ${JSON.stringify(text)};`,
  );
  return ['declare const texts: {', ...lines, '};', 'export = texts;', ''].join('\n');
}
