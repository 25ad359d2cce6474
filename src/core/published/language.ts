/** The languages of console and command line. */
export type Language = 'pl' | 'en';

/** One text in every language. */
export type Words = Readonly<Record<Language, string>>;
