import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from './answers.js';
import { createApi } from './api.js';
import type { Environment } from './environment.js';
import { EXIT, Failure } from './failure.js';
import type { Progress } from './progress.js';
import { realPath } from './replace-file.js';
import { type Format, type Say, type Session, sayIn } from './session.js';
import type { SharedOptions } from './shared-options.js';

/** The terminal, or what stands in for it. */
export interface Terminal {
  readonly progress: Progress;
  readonly signal: AbortSignal;
  print(text: string): Promise<void>;
  note(text: string): void;
}

/** Makes what a command needs from its options. @throws Failure when one of them is no use */
export function openSession(options: SharedOptions, { key }: Environment, terminal: Terminal): Session {
  const say = sayIn(options.lang);
  const { signal, note } = terminal;
  const { retries } = options;
  return {
    ...terminal,
    say,
    retries,
    language: options.lang,
    format: formatOf(options, say),
    api: createApi({
      base: baseOf(options.api, say),
      key: keyOf(options.key ?? key, say),
      retries,
      signal,
      say,
      note,
    }),
  };
}

/** The address without `/api` and slashes behind it: both are easily copied along. */
function baseOf(api: string, say: Say): string {
  const base = api
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api$/, '');
  if (/^https?:\/\//i.test(base) && URL.canParse(base)) return base;
  throw new Failure(
    EXIT.usage,
    say(
      `--api: "${api}" nie jest adresem takim jak http://127.0.0.1:3000.`,
      `--api: "${api}" is no address such as http://127.0.0.1:3000.`,
    ),
  );
}

function keyOf(key: string | null, say: Say): string | null {
  if (key === null || /^[\x21-\x7e]+$/.test(key)) return key;
  throw new Failure(
    EXIT.usage,
    say(
      'Klucz API zawiera znaki, których w kluczu być nie może.',
      'The API key holds characters no key has.',
    ),
  );
}

/** A workbook is written at the very end: whether it can be is found out before the work. */
function formatOf({ json, ndjson, csv, xlsx }: SharedOptions, say: Say): Format {
  if (xlsx === undefined) return { kind: json ? 'json' : ndjson ? 'ndjson' : csv ? 'csv' : 'text' };
  try {
    accessSync(dirname(realPath(xlsx)), constants.W_OK);
  } catch (error) {
    const reason = reasonOf(error);
    throw new Failure(
      EXIT.usage,
      say(`Nie mogę zapisać ${xlsx}: ${reason}`, `Cannot write ${xlsx}: ${reason}`),
    );
  }
  return { kind: 'xlsx', file: xlsx };
}
