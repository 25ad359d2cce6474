import type { Language } from '../contract/language.js';

/** Settings of the command line from the environment. Options take precedence. */
export interface Environment {
  /** Address of the service, without `/api`. */
  readonly api: string;
  readonly key: string | null;
  readonly language: Language;
  /** The service's file of provider rules; only `rules print` reads it. */
  readonly providerRules: string | null;
}

/**
 * Reads `PLACE_LOOKUP_API`, `PLACE_LOOKUP_API_KEY`, `PROVIDER_RULES` and the locale. An empty variable counts as not
 * set.
 */
export function readEnvironment(env: Readonly<Record<string, string | undefined>>): Environment {
  return {
    api: env.PLACE_LOOKUP_API || 'http://127.0.0.1:3000',
    key: env.PLACE_LOOKUP_API_KEY || null,
    language: languageOf(env.LC_ALL || env.LC_MESSAGES || env.LANG || ''),
    providerRules: env.PROVIDER_RULES || null,
  };
}

/** Returns Polish for a Polish locale, `C`, `POSIX` or no locale; otherwise English. */
function languageOf(locale: string): Language {
  return /^(pl|c|posix)?([._@-]|$)/i.test(locale) ? 'pl' : 'en';
}
