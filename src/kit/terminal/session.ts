import type { Readable, Writable } from 'node:stream';
import type { z } from 'zod';
import type { Language } from '../../core/published/language.js';
import type { PolishMessages } from '../../core/texts/service-text.js';
import type { Api, ApiRequest, Guard } from '../client/api.js';
import { EXIT, ExitError } from './exit.js';
import type { CliTexts } from './texts.js';

/** Settings of the command line from the environment. Options take precedence. */
export interface Environment {
  /** Address of the service, without `/api`. */
  readonly api: string;
  readonly key: string | null;
  readonly language: Language;
}

/** Names of the options that choose a format. */
export const FORMATS = ['json', 'ndjson', 'csv', 'xlsx'] as const;

/** How results are written: to standard output, or as a workbook to a file. */
export type Format =
  | { readonly kind: 'text' | 'json' | 'ndjson' | 'csv' }
  | { readonly kind: 'xlsx'; readonly file: string };

/** The part of `process` that the command line uses. */
export interface Host {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean; readonly fd?: number };
  readonly stdout: Writable & { readonly isTTY?: boolean };
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  once(signal: NodeJS.Signals, end: () => void): unknown;
}

/** A progress bar on standard error. Does nothing when standard error is not a terminal. */
export interface Progress {
  /** Whether standard error is a terminal. */
  readonly isShown: boolean;
  show(label: string, value: number, total: number): void;
  /** Clears the bar for other output; the next update draws it again. */
  aside(): void;
  stop(): void;
}

/** How commands reach the user. */
export interface Terminal extends Pick<Host, 'stdin' | 'stdout' | 'stderr'> {
  /** Settings from the environment; `language` is the language of `--lang` if that option is given. */
  readonly environment: Environment;
  /** The texts of the command line in the user's language. */
  readonly t: CliTexts;
  /** The Polish messages of capabilities; empty where the language is English. */
  readonly polish: PolishMessages;
  readonly progress: Progress;
  /** Aborts with an ExitError when the user ends the command. */
  readonly signal: AbortSignal;
  /** Writes to standard output; resolves when it is written. Throws an ExitError when the reader is gone. */
  print(text: string | Uint8Array): Promise<void>;
  /** Writes one line to standard error. */
  note(text: string): void;
}

/** The client, the output and the settings of a command. */
export interface Session extends Terminal {
  readonly api: Api;
  /** Address of the service, without `/api`. */
  readonly base: string;
  readonly language: Language;
  readonly format: Format;
  /** How often in a row a request without a result is repeated. */
  readonly retries: number;
}

/** For commands without tables: whether JSON is asked for. @throws ExitError for any other format */
export function isJsonFormat({ format: { kind }, t }: Session, command: string): boolean {
  if (kind === 'text' || kind === 'json') return kind === 'json';
  throw new ExitError(EXIT.usage, t('misuse.textOrJson', { command }));
}

/** Loads an export of a module when it is needed: commands start faster without modules such as zod. */
export const lazily =
  <Module extends object>(load: () => Promise<Module>) =>
  <Name extends keyof Module>(name: Name) =>
  async () =>
    (await load())[name];

/** Accepts a value that fits the schema, and keeps fields that this version does not know. */
export function guardOf<T>(load: () => Promise<z.ZodType<T>>): Guard<T> {
  return {
    load: async () => {
      const schema = await load();
      return (value): value is T => schema.safeParse(value).success;
    },
  };
}

/** Asks the service. Accepts data that fits the schema. @throws RequestFailed */
export function askService<T>(
  { api, signal }: Session,
  request: Omit<ApiRequest, 'signal'>,
  schema: () => Promise<z.ZodType<T>>,
): Promise<T> {
  return api.data({ ...request, signal }, guardOf(schema));
}
