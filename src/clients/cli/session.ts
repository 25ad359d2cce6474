import type { Language } from '../core/export/table.js';
import type { Api } from './api.js';
import type { Progress } from './progress.js';

/** How results are written: to standard output, or a workbook to a file. */
export type Format =
  | { readonly kind: 'text' | 'json' | 'ndjson' | 'csv' }
  | { readonly kind: 'xlsx'; readonly file: string };

/** The same sentence in both languages; the user's is chosen. */
export type Say = (pl: string, en: string) => string;

/** What every command is given. */
export interface Session {
  readonly api: Api;
  readonly language: Language;
  readonly say: Say;
  readonly format: Format;
  readonly progress: Progress;
  /** Aborts with a Failure when the user wants to end. */
  readonly signal: AbortSignal;
  /** How often a request is repeated that brought nothing. */
  readonly retries: number;
  /** Writes to standard output; resolves when it is taken. Throws a Failure when the reader is gone. */
  print(text: string): Promise<void>;
  /** One line to standard error. */
  note(text: string): void;
}

export function sayIn(language: Language): Say {
  return (pl, en) => (language === 'pl' ? pl : en);
}
