import type { Language } from '../published/language.js';

// The one mechanism for texts. A folder has its texts in en.ts and pl.ts, with flat keys. `{{name}}` stands for a
// value. A counted text has one key for each plural form of its language: `links#one`, `links#few`, `links#other`.

export type Value = string | number;
type Write = (value: Value) => string;

/** The names of the values in a text. */
export type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Texts = Readonly<Record<string, string>>;
/** The keys of texts; the plural forms of a counted text have one key. */
type KeyOf<En> = keyof En extends infer Key
  ? Key extends `${infer Counted}#${string}`
    ? Counted
    : Key & string
  : never;
type ValuesOf<En, Key extends string> = [Key] extends [keyof En]
  ? Readonly<Record<NamesIn<En[Key]>, Value>>
  : Readonly<Record<Exclude<NamesIn<En[`${Key}#other` & keyof En]>, 'count'>, Value> & { count: number }>;
type Arguments<Values> = keyof Values extends never ? [] : [values: Values];

/** Gives a text with its values. It refuses an unknown key and a missing or misspelt value. */
export type TextsOf<En> = <Key extends KeyOf<En>>(
  key: Key,
  ...values: Arguments<ValuesOf<En, Key>>
) => string;

/** Writes the values into a text. A value that is missing leaves its placeholder. */
export function filled(text: string, values: Readonly<Record<string, Value>>, write: Write = String): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (placeholder, name: string) => {
    const value = values[name];
    return value === undefined ? placeholder : write(value);
  });
}

/** The texts of one language. `write` writes the values, such as numbers with groups of digits. */
export function textsIn<En>(language: Language, texts: Texts, write?: Write): TextsOf<En> {
  const plural = new Intl.PluralRules(language);
  const textOf = (key: string, count: Value | undefined): string =>
    texts[key] ?? texts[`${key}#${plural.select(Number(count))}`] ?? texts[`${key}#other`] ?? key;
  return (key, ...[values = {}]: [values?: Readonly<Record<string, Value>>]) =>
    filled(textOf(key, values.count), values, write);
}

/** Polish texts: each key of the English ones, and more plural forms. */
export type Polish<En> = Readonly<Record<keyof En | `${string}#few` | `${string}#many`, string>>;

/** The texts of both languages. The compiler refuses a Polish catalogue without one of the keys. */
export function catalogue<En extends Texts>(en: En, pl: Polish<En>, writer?: (language: Language) => Write) {
  const both = { en: textsIn<En>('en', en, writer?.('en')), pl: textsIn<En>('pl', pl, writer?.('pl')) };
  return (language: Language): TextsOf<En> => both[language];
}
