import type { z } from 'zod';
import type { ErrorCode } from '../errors.js';
import type { Words } from '../export/table.js';
import { errorBody } from '../http/contract/errors.js';
import { EXIT, Failure } from './failure.js';
import type { Say } from './session.js';

const MEANINGS: Readonly<Record<ErrorCode, Words>> = {
  invalid_request: { pl: 'Usługa nie przyjęła zapytania', en: 'The service refused the request' },
  unauthorized: { pl: 'Usługa wymaga ważnego klucza', en: 'The service wants a valid key' },
  unknown_endpoint: { pl: 'Pod tym adresem nie ma tej usługi', en: 'The service is not at this address' },
  no_results: { pl: 'Nie znaleziono', en: 'Not found' },
  rate_limited: { pl: 'Za dużo zapytań', en: 'Too many requests' },
  internal_error: { pl: 'Błąd wewnętrzny usługi', en: 'Internal error of the service' },
  api_disabled: { pl: 'Usługa jest wyłączona', en: 'The service is switched off' },
  shutting_down: { pl: 'Usługa właśnie się zamyka', en: 'The service is shutting down' },
  overloaded: { pl: 'Usługa jest przeciążona', en: 'The service is overloaded' },
  deadline_exceeded: { pl: 'Usługa nie zdążyła odpowiedzieć', en: 'The service ran out of time' },
  client_gone: { pl: 'Zapytanie zostało przerwane', en: 'The request was given up' },
  browser_unavailable: {
    pl: 'Przeglądarka usługi nie działa',
    en: "The service's browser does not work",
  },
  provider_blocked: {
    pl: 'Dostawca map odmawia teraz automatycznych wizyt',
    en: 'The map provider refuses automatic visits at the moment',
  },
  provider_unavailable: { pl: 'Dostawca map nie odpowiada', en: 'The map provider does not answer' },
};

/** An error code in words; the code itself when this version does not know it. */
export function codeWords(code: string, say: Say): string {
  const words = Object.entries(MEANINGS).find(([name]) => name === code)?.[1];
  return words === undefined ? code : say(words.pl, words.en);
}

/** Checked, but handed on as received: fields this version does not know stay. */
export function isA<T>(schema: z.ZodType<T>, value: unknown): value is T {
  return schema.safeParse(value).success;
}

/** `data` of a success envelope; undefined for anything else. */
export function dataOf(text: string): unknown {
  const body = parsed(text);
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
}

/** Why an answer with an error status failed, as a Failure with the exit code that belongs to it. */
export function failureOf(status: number, text: string, say: Say): Failure {
  const body = errorBody.safeParse(parsed(text));
  if (!body.success) {
    const what = say('Usługa odpowiedziała kodem', 'The service answered');
    return new Failure(EXIT.failure, `${what} ${status}`);
  }
  const { code, message, request_id } = body.data.error;
  const hint = say(
    ' Klucz podaje się w PLACE_LOOKUP_API_KEY albo przez --key.',
    ' The key is given in PLACE_LOOKUP_API_KEY or by --key.',
  );
  return new Failure(
    code === 'no_results' ? EXIT.notFound : code === 'invalid_request' ? EXIT.usage : EXIT.failure,
    `${codeWords(code, say)}: ${message} (${code}, ${request_id})${code === 'unauthorized' ? hint : ''}`,
  );
}

/** True for the last line of a stream that the service itself cut short: an error that belongs to no link. */
export function isBreakdown(line: unknown): line is object {
  return (
    typeof line === 'object' && line !== null && 'type' in line && line.type === 'error' && !('index' in line)
  );
}

/** What a breakdown line tells. */
export function brokenStream(line: object, say: Say): Failure {
  const body = errorBody.safeParse({ ...line, status: 'error' });
  const why = body.success ? `${body.data.error.message} (${body.data.error.code})` : 'internal_error';
  const message = say(`Usługa przerwała odpowiedź: ${why}`, `The service cut its answer short: ${why}`);
  return new Failure(EXIT.failure, message, 'cut');
}

/** The innermost message of what fetch threw: "fetch failed" alone says nothing. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.cause === undefined ? error.message || error.name : reasonOf(error.cause);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
