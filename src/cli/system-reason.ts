import { reasonOf } from '../clients/api.js';
import type { Say } from './session.js';

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
