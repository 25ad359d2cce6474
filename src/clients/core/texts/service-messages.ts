import { lineFailure } from '../failure.js';
import type { Language } from '../language.js';
import { failureText } from './outcomes.js';

/**
 * The messages of the service, which are in English, in Polish: how one begins, and its translation, in which `$1`
 * stands for the first group. A message may consist of several. Unknown ones are not shown to Polish readers.
 */
const IN_POLISH: readonly (readonly [english: RegExp, polish: string])[] = [
  // Links and identifiers
  [
    /A Place ID starts with "ChIJ" and has 27 letters, digits, "-" or "_", case-sensitive\./,
    'Place ID zaczyna się od „ChIJ” i ma 27 liter, cyfr, „-” lub „_”; wielkość liter ma znaczenie.',
  ],
  [/This is not a (?:valid )?Place ID\./, 'To nie jest poprawny Place ID.'],
  [/The form 0x\.\.:0x\.\. is accepted too\./, 'Można też podać identyfikator w postaci 0x…:0x….'],
  [/This is not a feature id; one looks like .*\./, 'To nie jest identyfikator w postaci 0x…:0x….'],
  [
    /This identifier holds neither a place nor a CID\./,
    'Ten identyfikator nie zawiera ani miejsca, ani numeru CID.',
  ],
  [/This Place ID carries no CID: .*\./, 'Ten Place ID nie zawiera numeru CID.'],
  [
    /The map provider answers this CID with another place, so it has no Place ID\./,
    'Dostawca map zwraca dla tego CID inne miejsce, więc nie ma on Place ID.',
  ],
  [
    /The host of the link is spelled in an unusual way; .*\./,
    'Nazwa hosta w linku jest zapisana nietypowo. Skopiuj link z Map Google jeszcze raz.',
  ],
  [
    /The link cannot be read; copy it whole, starting with https:\/\/\./,
    'Linku nie da się odczytać. Skopiuj go w całości, od https://.',
  ],
  [
    /The link does not lead to Google Maps; send a Google Maps link or the name of the place\./,
    'Link nie prowadzi do Map Google. Podaj link z Map Google albo nazwę miejsca.',
  ],
  [
    /The link does not lead to Google Maps; send a link to a review on Google Maps\./,
    'Link nie prowadzi do Map Google. Podaj link do opinii w Mapach Google.',
  ],
  [/The link does not lead to Google Maps\./, 'Link nie prowadzi do Map Google.'],
  [
    /Open the review, choose "Share" and send that link\./,
    'Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
  ],
  [/The link holds a backslash; .*\./, 'W linku jest ukośnik wsteczny zamiast zwykłego.'],
  [
    /The link holds a user name before the host; remove it\./,
    'W linku przed hostem jest nazwa użytkownika. Usuń ją.',
  ],
  [
    /The link holds control or invisible characters; paste it again as one line\./,
    'W linku są znaki niewidoczne. Wklej go jeszcze raz w jednym wierszu.',
  ],
  [/The link names a port; .*\./, 'W linku jest numer portu, a linki do Map Google go nie mają.'],
  [
    /The (?:link|query) is longer than (\d+) characters(?:; send a shorter one)?\./,
    'Tekst ma ponad $1 znaków. Podaj krótszy.',
  ],
  [
    /Links of the kind "([^"]*)" are not accepted; send an https link to Google Maps\./,
    'Linki „$1” nie są przyjmowane. Podaj link https do Map Google.',
  ],
  [
    /The link shows only the map, not a place; open the place and copy its link\./,
    'Link pokazuje samą mapę, bez miejsca. Otwórz miejsce i skopiuj jego link.',
  ],
  [
    /This is a link to directions, not to a place; open the place and copy its link\./,
    'To link do trasy, a nie do miejsca. Otwórz miejsce i skopiuj jego link.',
  ],
  [
    /This is a link to a list or a personal map, not to a place; open the place and copy its link\./,
    'To link do listy albo własnej mapy, a nie do miejsca. Otwórz miejsce i skopiuj jego link.',
  ],
  [
    /The link does not name a place; open the place in Google Maps and copy its link\./,
    'Link nie wskazuje miejsca. Otwórz miejsce w Mapach Google i skopiuj jego link.',
  ],
  [
    /The link is a search without any words; .*\./,
    'Link jest wyszukiwaniem bez żadnego słowa. Podaj nazwę miejsca.',
  ],
  [
    /The query holds no visible character; send the name of a place\./,
    'Zapytanie nie ma żadnego widocznego znaku. Podaj nazwę miejsca.',
  ],
  [/The query is empty; .*\./, 'Zapytanie jest puste. Podaj nazwę miejsca, link do mapy, Place ID albo CID.'],
  [
    /This is a link to a consent page without a place behind it; copy the link of the place\./,
    'To link do strony ze zgodami, bez miejsca. Skopiuj link miejsca.',
  ],
  [/This consent page leads nowhere\./, 'Ta strona ze zgodami donikąd nie prowadzi.'],
  [/This is a place, not a review\./, 'To link do miejsca, a nie do opinii.'],
  [/This link does not name a review\./, 'Ten link nie wskazuje opinii.'],
  [/This is not a link(?:; send an https link to Google Maps)?\./, 'To nie jest link.'],
  [/This share link does not lead to a place\./, 'Ten skrócony link nie prowadzi do miejsca.'],
  [/This share link does not lead to a review\./, 'Ten skrócony link nie prowadzi do opinii.'],
  [
    /This share link leads nowhere: it may have been mistyped or withdrawn\./,
    'Ten skrócony link donikąd nie prowadzi: może ma literówkę albo został wycofany.',
  ],
  [
    /This short link is not a share link of a place; copy it again from the map\./,
    'Ten krótki link nie jest linkiem do miejsca. Skopiuj go jeszcze raz z mapy.',
  ],
  [
    /The host of this share link does not answer properly\./,
    'Host tego skróconego linku nie odpowiada poprawnie.',
  ],
  // The provider
  [/The map provider did not answer properly\./, 'Dostawca map nie odpowiedział poprawnie.'],
  [/The map provider did not list the reviews\./, 'Dostawca map nie pokazał listy opinii.'],
  [
    /The map provider shows no list of reviews of this place at the moment\./,
    'Dostawca map nie pokazuje teraz listy opinii o tym miejscu.',
  ],
  [
    /The map provider does not show reviews that are known to be visible at the moment, .* it does not show\./,
    'Dostawca map nie pokazuje teraz nawet opinii, które na pewno są widoczne, więc o niepokazanych nie da się nic powiedzieć.',
  ],
  [
    /No review that is known to be visible could be read .*CONTROL_REVIEWS\./,
    'Nie udało się wczytać żadnej opinii, która na pewno jest widoczna, więc o niepokazanych nie da się nic powiedzieć. Administrator może podać takie opinie w CONTROL_REVIEWS.',
  ],
  [
    /The map provider limits automatic visits from this address at the moment\./,
    'Dostawca map blokuje teraz automatyczne wejścia z tego adresu.',
  ],
  [/The map provider refuses to list reviews at the moment\./, 'Dostawca map blokuje teraz listę opinii.'],
  [
    /The map provider refuses to open this share link\./,
    'Dostawca map nie pozwala otworzyć tego skróconego linku.',
  ],
  [
    /The map provider shows no place for this query\./,
    'Dostawca map nie pokazuje żadnego miejsca dla tego zapytania.',
  ],
  [/The map provider shows no such place\./, 'Dostawca map nie pokazuje takiego miejsca.'],
  [/Wait before asking again\./, 'Odczekaj przed kolejną próbą.'],
  [/Try again (?:shortly|later)\./, 'Spróbuj ponownie za jakiś czas.'],
  // The service
  [/The API is switched off at the moment\./, 'Usługa jest teraz wyłączona.'],
  [/The service is shutting down\./, 'Usługa właśnie się wyłącza.'],
  [/The service failed in an unexpected way\./, 'W usłudze wystąpił nieoczekiwany błąd.'],
  [/Too many requests are waiting already\./, 'Zbyt wiele zapytań już czeka.'],
  [
    /This request costs (\d+) of the (\d+) points you have in a minute, and (\d+) are left\. Try again in (\d+) s\./,
    'To zapytanie kosztuje $1 z $2 punktów na minutę, a zostało $3. Spróbuj ponownie za $4 s.',
  ],
  [/At most (\d+) .* may run at once \((\w+)\)\./, 'Naraz może działać najwyżej $1 takich zapytań ($2).'],
  [
    /This service has no jobs: they need Redis, and REDIS_URL is not set\./,
    'Ta usługa nie ma zleceń: wymagają one Redisa, a REDIS_URL nie jest ustawione.',
  ],
  [/Redis cannot be reached at the moment\./, 'Nie można teraz połączyć się z Redisem.'],
  [
    /There is no such job of yours, or its results have expired\./,
    'Nie ma takiego zlecenia albo jego wyniki wygasły.',
  ],
  [
    /This Idempotency-Key was used before for another request\./,
    'Tego klucza powtórzenia użyto już do innego zapytania.',
  ],
  [
    /A job of the type \S+ has at most (\d+) links\. Send the list in parts\./,
    'Zlecenie tego rodzaju może mieć najwyżej $1 linków. Podziel listę.',
  ],
  [/The list is empty: send at least one link\./, 'Lista jest pusta.'],
  [
    /You may have at most (\d+) open jobs \(JOBS_PER_KEY\)\. .*\./,
    'Możesz mieć najwyżej $1 otwartych zleceń. Poczekaj na koniec jednego z nich albo je anuluj.',
  ],
  [/The job has not ended: .*\./, 'Zlecenie jeszcze trwa, a tabela wymaga wszystkich wyników.'],
  [/The (?:line|cell of the link) is empty\./, 'W wierszu nie ma linku.'],
  [/No cell of the record is a link\./, 'W wierszu nie ma linku.'],
  [
    /Redis has lost this link\. Send it again in another job\./,
    'Redis utracił ten link. Wyślij go w kolejnym zleceniu.',
  ],
];

const BEGINNINGS = IN_POLISH.map(
  ([english, polish]) => [new RegExp(`^(?:${english.source})`), polish] as const,
);

/** A message of the service in the user's language; null when it has no translation. */
export function messageText(language: Language, message: string): string | null {
  if (language === 'en') return message;
  const parts: string[] = [];
  for (let rest = message.trim(); rest !== ''; ) {
    const rule = BEGINNINGS.find(([english]) => english.test(rest));
    const found = rule?.[0].exec(rest);
    if (rule === undefined || found == null) return null;
    parts.push(rule[1].replace(/\$(\d)/g, (_, group: string) => found[Number(group)] ?? ''));
    rest = rest.slice(found[0].length).trim();
  }
  return parts.length === 0 ? null : parts.join(' ');
}

/** Why a link has no result, from its line, in the user's language. */
export function serviceErrorText(
  language: Language,
  error: { readonly code: string; readonly message: string },
): string {
  return messageText(language, error.message) ?? failureText(language, lineFailure({ error }));
}
