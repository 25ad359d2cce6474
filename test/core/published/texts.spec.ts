import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../../support/test.js';

const SRC = fileURLToPath(new URL('../../../src/', import.meta.url));
const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' });
const CATALOGUES = FILES.filter((name) => name.endsWith('/en.ts'));
const FORMS = { en: ['one', 'other'], pl: ['one', 'few', 'many', 'other'] } as const;

type Texts = Readonly<Record<string, string>>;
const textsOf = async (name: string, language: 'en' | 'pl' = 'en'): Promise<Texts> =>
  (await import(`../../../src/${dirname(name)}/${language}.js`))[language];
/** The names of the values of each text, in all its plural forms. */
function valuesOf(texts: Texts): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [key, text] of Object.entries(texts)) {
    const base = key.replace(/#.*/, '');
    const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name);
    found.set(base, [...(found.get(base) ?? []), ...names]);
  }
  return found;
}

test('no text is empty; a Polish text has the values of the English one, and each has its plural forms', async () => {
  const faults: string[] = [];
  for (const name of CATALOGUES) {
    const english = valuesOf(await textsOf(name));
    for (const language of ['en', 'pl'] as const) {
      const texts = await textsOf(name, language);
      const [keys, of] = [Object.keys(texts), `${dirname(name)}/${language}`];
      const bases = new Set(keys.filter((key) => key.includes('#')).map((key) => key.replace(/#.*/, '')));
      const forms = [...bases].flatMap((base) => FORMS[language].map((form) => `${base}#${form}`));
      faults.push(
        ...keys.filter((key) => texts[key] === '').map((key) => `${of}: ${key} is empty`),
        ...forms.filter((form) => !Object.hasOwn(texts, form)).map((form) => `${of}: no ${form}`),
        ...[...valuesOf(texts)].flatMap(([key, names]) =>
          names.filter((one) => !english.get(key)?.includes(one)).map((one) => `${of}: ${key}: {{${one}}}`),
        ),
      );
    }
  }
  expect(faults).toEqual([]);
});
