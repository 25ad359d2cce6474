import { CommanderError } from 'commander';
import { ExitError } from '../../src/cli/exit.js';
import { requestFailureText } from '../../src/cli/failure-text.js';
import { misuseLines } from '../../src/cli/options.js';
import { createProgram } from '../../src/cli/program.js';
import { type Format, textsIn } from '../../src/cli/session.js';
import { plainLine } from '../../src/cli/text.js';
import { createApi } from '../../src/clients/api.js';
import type { Language } from '../../src/contract/language.js';
import type { Outcome } from './command.js';

/**
 * Runs a command in this process, against the service at `api`: what it asks, what it says and its exit code. For what
 * main.ts does (environment, standard input, key, workbooks, signals) a process is started: command.ts.
 */
export async function runHere(
  args: readonly string[],
  api: string,
  language: Language = 'pl',
): Promise<Outcome> {
  const texts = textsIn(language);
  const outcome = { code: 2, stdout: '', stderr: '' };
  const note = (text: string) => {
    outcome.stderr += `${plainLine(text)}\n`;
  };
  const print = async (text: string) => {
    outcome.stdout += text;
  };
  const program = createProgram({
    environment: { api, key: null, language, providerRules: null },
    version: '1.0.0',
    ask: null,
    print,
    onEnd: (code) => {
      outcome.code = code;
    },
    open: ({ retries, json, ndjson, csv }) => {
      const format: Format = { kind: json ? 'json' : ndjson ? 'ndjson' : csv ? 'csv' : 'text' };
      const speaker = { language, texts, base: api };
      const progress = { show: () => undefined, aside: () => undefined, stop: () => undefined };
      const client = createApi({
        base: api,
        key: () => null,
        retries,
        onRetry: (failure, seconds, attempt) =>
          note(requestFailureText(failure, speaker, texts.retry(seconds, attempt, retries))),
      });
      const { signal } = new AbortController();
      return { ...speaker, api: client, format, progress, signal, retries, print, note };
    },
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) misuseLines(error, program, args, texts).forEach(note);
    else if (error instanceof ExitError) {
      outcome.code = error.exitCode;
      if (error.message !== '') note(error.message);
    } else throw error;
  }
  return outcome;
}
