import { reasonOf } from '../clients/api.js';
import type { Failure } from '../contract/failure.js';
import { failureText } from '../contract/texts/outcomes.js';
import { linkedKind, messageText } from '../contract/texts/service-messages.js';
import { EXIT, type ExitCode } from './exit.js';
import type { Say, Session } from './session.js';
import { plainLine } from './text.js';

type Speaker = Pick<Session, 'language' | 'say' | 'base'>;

/**
 * Why a request failed: in the words of the service where they are known in the user's language, otherwise by the code.
 * `next`: what the command does about it.
 */
export function requestFailureText(failure: Failure, speaker: Speaker, next: string | null = null): string {
  const { code, message, serviceCode, requestId, detail, brokeOff } = failure;
  const { language, say } = speaker;
  const said = serviceCode === null || message === null ? null : messageText(language, message);
  // The service says how a program sends its key; the hint, how a user of this one does.
  const needsBoth = code === 'unauthorized' || code === 'unknown_code';
  const details = serviceCode === null && detail !== null ? systemText(detail, say) : needsBoth ? said : null;
  const codes = [serviceCode, requestId].filter((part) => part !== null).join(', ');
  return [
    brokeOff && serviceCode !== null
      ? say('Usługa przerwała odpowiedź.', 'The service ended its answer early.')
      : null,
    said === null || needsBoth ? failureText(language, failure) : plainLine(said),
    hint(failure, speaker),
    next,
    details === null ? null : `${say('Szczegóły', 'Details')}: ${plainLine(details)}`,
    codes === '' ? null : `${say('Kod', 'Code')}: ${plainLine(codes)}`,
  ]
    .filter((part) => part !== null)
    .join(' ');
}

function hint({ code, message }: Failure, { say, base }: Speaker): string | null {
  const kind = linkedKind(message ?? '');
  if (kind === 'review') {
    return say(
      'Opinię pokaże polecenie review, a widoczność wielu opinii sprawdzi check.',
      'The command review shows a review, and check the visibility of many.',
    );
  }
  if (kind === 'place') return say('Miejsce pokaże polecenie all.', 'The command all shows a place.');
  if (code === 'unauthorized') {
    return say(
      'Klucz podaje się w zmiennej PLACE_LOOKUP_API_KEY albo w opcji --key.',
      'Set the key in PLACE_LOOKUP_API_KEY or with --key.',
    );
  }
  if (code === 'offline') {
    return say(
      `Sprawdź, czy usługa działa pod adresem ${base}. Inny można podać w opcji --api albo w zmiennej PLACE_LOOKUP_API.`,
      `Check that the service runs at ${base}. Set another address with --api or in PLACE_LOOKUP_API.`,
    );
  }
  if (code === 'unexpected') {
    return say(
      `Sprawdź, czy pod adresem ${base} działa place-lookup w zgodnej wersji.`,
      `Check that place-lookup runs at ${base}, in a compatible version.`,
    );
  }
  if (code === 'jobs_unavailable') {
    return say(
      'Krótszą listę linków do opinii sprawdzi bez zlecenia polecenie check.',
      'Shorter lists of review links can be checked without a job, by the command check.',
    );
  }
  return null;
}

/** The exit code of a command whose request failed. */
export function exitCodeOf({ code }: Failure): ExitCode {
  if (code === 'no_results' || code === 'job_not_found') return EXIT.notFound;
  return code === 'invalid_request' ? EXIT.usage : EXIT.failure;
}

/** What the operating system calls its failures, in Polish. */
const IN_POLISH: Readonly<Record<string, string>> = {
  EACCES: 'brak uprawnień',
  EPERM: 'brak uprawnień',
  ENOENT: 'nie ma takiego pliku ani katalogu',
  EISDIR: 'to jest katalog',
  ENOTDIR: 'część ścieżki nie jest katalogiem',
  EEXIST: 'plik już istnieje',
  ENOSPC: 'brak miejsca na dysku',
  EDQUOT: 'przekroczony limit miejsca na dysku',
  EROFS: 'system plików tylko do odczytu',
  EMFILE: 'za dużo otwartych plików',
  ENAMETOOLONG: 'za długa nazwa pliku',
  EBUSY: 'plik jest zajęty',
  ETXTBSY: 'plik jest zajęty',
  ELOOP: 'dowiązania prowadzą w kółko',
  EIO: 'błąd odczytu lub zapisu',
  EPIPE: 'odbiorca zamknął połączenie',
  ECONNREFUSED: 'połączenie odrzucone',
  ECONNRESET: 'połączenie zerwane',
  ENOTFOUND: 'nie znaleziono takiego hosta',
  EAI_AGAIN: 'serwer nazw nie odpowiada',
  ETIMEDOUT: 'przekroczono czas oczekiwania',
  EHOSTUNREACH: 'host jest nieosiągalny',
  ENETUNREACH: 'sieć jest nieosiągalna',
};

/** What the client of HTTP calls its own failures. */
const PHRASES: readonly (readonly [english: RegExp, polish: string])[] = [
  [/^other side closed$/, 'druga strona zamknęła połączenie'],
  [/^no data for (\d+) s$/, 'brak danych przez $1 s'],
  [/^bad port$/, 'niedozwolony numer portu'],
  [/^terminated$/, 'połączenie przerwane'],
  [/^unexpected redirect$/, 'nieoczekiwane przekierowanie'],
  [/^Unexpected (?:end of JSON input|token).*$/, 'niepoprawny JSON'],
  [/^.*\bcertificate\b.*$/is, 'certyfikat jest nieważny albo niezaufany'],
  [/^.*(?:SSL routines|TLS).*$/is, 'nie udało się nawiązać połączenia szyfrowanego (https)'],
  [/^.*(?:Parse Error|Expected HTTP\/).*$/is, 'to nie jest odpowiedź HTTP'],
  [/^.*\btimeout\b.*$/is, 'przekroczono czas oczekiwania'],
  [/^HTTP \d{3}$/, '$&'],
];

/** Why the operating system refused, in the user's language as far as the reason is known. */
export function systemReason(error: unknown, say: Say): string {
  return systemText(reasonOf(error), say);
}

/** The same for the message of such an error, such as `connect ECONNREFUSED 127.0.0.1:3000`. */
export function systemText(message: string, say: Say): string {
  const code = /\bE[A-Z_]{3,}\b/.exec(message)?.[0] ?? '';
  const phrase = PHRASES.find(([english]) => english.test(message));
  const inPolish = phrase === undefined ? `przyczyna po angielsku: ${message}` : message.replace(...phrase);
  return say(IN_POLISH[code] === undefined ? inPolish : `${IN_POLISH[code]} (${code})`, message);
}
