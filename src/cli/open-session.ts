import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { createApi } from '../clients/api.js';
import type { Environment } from './environment.js';
import { EXIT, ExitError } from './exit.js';
import type { Progress } from './progress.js';
import { realPath } from './replace-file.js';
import { requestFailureText } from './request-failure.js';
import { type Format, type Say, type Session, sayIn } from './session.js';
import type { SharedOptions } from './shared-options.js';
import { systemReason } from './system-reason.js';

/** Where a command writes to, and the signal that ends it. */
export interface Terminal {
  readonly progress: Progress;
  readonly signal: AbortSignal;
  print(text: string): Promise<void>;
  note(text: string): void;
}

/** Makes the session of a command from its options. @throws ExitError when an option has a wrong value */
export function openSession(options: SharedOptions, { key }: Environment, terminal: Terminal): Session {
  const say = sayIn(options.lang);
  const { retries, lang: language } = options;
  const base = baseOf(options.api, say);
  const apiKey = keyOf(options.key ?? key, say);
  const speaker = { language, say, base };
  const api = createApi({
    base,
    key: () => apiKey,
    retries,
    onRetry: (failure, seconds, attempt) => {
      const next = say(
        `Kolejna próba za ${seconds} s (${attempt} z ${retries}).`,
        `Next attempt in ${seconds} s (${attempt} of ${retries}).`,
      );
      terminal.note(requestFailureText(failure, speaker, next));
    },
  });
  return { ...terminal, ...speaker, api, retries, format: formatOf(options, say) };
}

/** The address without slashes and `/api` at its end, which users often copy with it. */
function baseOf(api: string, say: Say): string {
  const base = api
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api$/, '');
  if (/^https?:\/\//i.test(base) && URL.canParse(base)) return base;
  throw new ExitError(
    EXIT.usage,
    say(
      `Opcja --api: „${api}” nie jest adresem takim jak http://127.0.0.1:3000.`,
      `--api: '${api}' is not an address such as http://127.0.0.1:3000.`,
    ),
  );
}

function keyOf(key: string | null, say: Say): string | null {
  if (key === null || /^[\x21-\x7e]+$/.test(key)) return key;
  throw new ExitError(
    EXIT.usage,
    say('Klucz API zawiera niedozwolone znaki.', 'The API key contains characters that are not allowed.'),
  );
}

/** A workbook is written at the end, so the command checks first that it can be written. */
function formatOf({ json, ndjson, csv, xlsx }: SharedOptions, say: Say): Format {
  if (xlsx === undefined) return { kind: json ? 'json' : ndjson ? 'ndjson' : csv ? 'csv' : 'text' };
  try {
    accessSync(dirname(realPath(xlsx)), constants.W_OK);
  } catch (error) {
    const reason = systemReason(error, say);
    throw new ExitError(
      EXIT.usage,
      say(`Nie można zapisać ${xlsx}: ${reason}`, `Cannot write ${xlsx}: ${reason}`),
    );
  }
  return { kind: 'xlsx', file: xlsx };
}
