import type { z } from 'zod';
import type { ErrorCode } from '../../errors.js';
import { errorBody } from '../../http/contract/errors.js';
import type { Words } from '../core/export/table.js';
import { EXIT, Failure } from './failure.js';
import type { Say } from './session.js';
import { plainLine } from './text.js';

const MEANINGS: Readonly<Record<ErrorCode, Words>> = {
  invalid_request: {
    pl: 'Usługa nie przyjęła zapytania. Sprawdź, czy podana wartość jest cała i właściwa.',
    en: 'The service refused the request.',
  },
  unauthorized: { pl: 'Usługa wymaga ważnego klucza.', en: 'The service wants a valid key.' },
  unknown_endpoint: { pl: 'Pod tym adresem nie ma tej usługi.', en: 'The service is not at this address.' },
  no_results: {
    pl: 'Nie znaleziono: dostawca map nie pokazuje takiego miejsca.',
    en: 'Not found: the map provider shows no such place.',
  },
  rate_limited: { pl: 'Za dużo zapytań w krótkim czasie.', en: 'Too many requests in a short time.' },
  internal_error: {
    pl: 'W usłudze wystąpił błąd. Zgłoś go, podając numer zapytania.',
    en: 'Internal error of the service. Report it with the number of the request.',
  },
  api_disabled: { pl: 'Usługa jest wyłączona.', en: 'The service is switched off.' },
  shutting_down: { pl: 'Usługa właśnie się zamyka.', en: 'The service is shutting down.' },
  overloaded: { pl: 'Usługa jest przeciążona.', en: 'The service is overloaded.' },
  deadline_exceeded: { pl: 'Usługa nie zdążyła odpowiedzieć.', en: 'The service ran out of time.' },
  client_gone: { pl: 'Zapytanie zostało przerwane.', en: 'The request was given up.' },
  browser_unavailable: {
    pl: 'Przeglądarka usługi nie działa.',
    en: "The service's browser does not work.",
  },
  provider_blocked: {
    pl: 'Dostawca map odmawia teraz automatycznych wizyt.',
    en: 'The map provider refuses automatic visits at the moment.',
  },
  provider_unavailable: { pl: 'Dostawca map nie odpowiada.', en: 'The map provider does not answer.' },
};

const UNKNOWN: Words = {
  pl: 'Usługa podała powód, którego ta wersja nie zna.',
  en: 'The service gave a reason this version does not know.',
};

interface ServiceError {
  readonly code: string;
  readonly message: string;
  readonly request_id?: string;
}

/** An error of the service: a sentence by its code, then its own message, which is English only, as a detail. */
export function serviceWords({ code, message, request_id }: ServiceError, say: Say): string {
  const words = Object.entries(MEANINGS).find(([name]) => name === code)?.[1] ?? UNKNOWN;
  const marks = request_id === undefined ? code : `${code}, ${request_id}`;
  return `${say(words.pl, words.en)} ${say('Szczegóły', 'Details')}: ${plainLine(`${message} (${marks})`)}`;
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
  const { code } = body.data.error;
  const hint = say(
    ' Klucz podaje się w PLACE_LOOKUP_API_KEY albo przez --key.',
    ' The key is given in PLACE_LOOKUP_API_KEY or by --key.',
  );
  return new Failure(
    code === 'no_results' ? EXIT.notFound : code === 'invalid_request' ? EXIT.usage : EXIT.failure,
    serviceWords(body.data.error, say) + (code === 'unauthorized' ? hint : ''),
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
  const why = body.success ? ` ${serviceWords(body.data.error, say)}` : '';
  const message = say('Usługa przerwała odpowiedź.', 'The service cut its answer short.');
  return new Failure(EXIT.failure, message + why, 'cut');
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
