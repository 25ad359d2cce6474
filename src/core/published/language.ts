/** The languages of console and command line. */
export type Language = 'pl' | 'en';

/** One text in every language. */
export type Words = Readonly<Record<Language, string>>;

/** `tak`/`nie` or `yes`/`no`; null stays null. */
export function yesOrNo(language: Language, value: boolean | null): string | null {
  if (value === null) return null;
  if (language === 'pl') return value ? 'tak' : 'nie';
  return value ? 'yes' : 'no';
}
