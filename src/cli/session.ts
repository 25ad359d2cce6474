import type { z } from 'zod';
import type { Api, ApiRequest, Guard } from '../clients/api.js';
import type { Language } from '../contract/language.js';
import type { Progress } from './progress.js';
import { en } from './texts/en.js';
import { type CliTexts, pl } from './texts/pl.js';

/** Names of the options that choose a format. */
export const FORMATS = ['json', 'ndjson', 'csv', 'xlsx'] as const;

/** How results are written: to standard output, or as a workbook to a file. */
export type Format =
  | { readonly kind: 'text' | 'json' | 'ndjson' | 'csv' }
  | { readonly kind: 'xlsx'; readonly file: string };

/** The client, the output and the settings of a command. */
export interface Session {
  readonly api: Api;
  /** Address of the service, without `/api`. */
  readonly base: string;
  readonly language: Language;
  /** The texts of the command line in the user's language. */
  readonly texts: CliTexts;
  readonly format: Format;
  readonly progress: Progress;
  /** Aborts with an ExitError when the user ends the command. */
  readonly signal: AbortSignal;
  /** How often in a row a request without a result is repeated. */
  readonly retries: number;
  /** Writes to standard output; resolves when the text is written. Throws an ExitError when the reader is gone. */
  print(text: string): Promise<void>;
  /** Writes one line to standard error. */
  note(text: string): void;
}

/** Chooses the text of a language, for the reports of `operator/`, which bring both. */
export function sayIn(language: Language): (pl: string, en: string) => string {
  return (pl, en) => (language === 'pl' ? pl : en);
}

/** Accepts a value that fits the schema, and keeps fields that this version does not know. */
export function guardOf<T>(schema: z.ZodType<T>): Guard<T> {
  return (value): value is T => schema.safeParse(value).success;
}

const TEXTS: Readonly<Record<Language, CliTexts>> = { pl, en };

/** The texts of the command line in this language. */
export function textsIn(language: Language): CliTexts {
  return TEXTS[language];
}

/** Asks the service. Accepts data that fits the schema. @throws RequestFailed */
export function askService<T>(
  { api, signal }: Session,
  request: Omit<ApiRequest, 'signal'>,
  schema: z.ZodType<T>,
): Promise<T> {
  return api.data({ ...request, signal }, guardOf(schema));
}
