import type { ClientCode } from '../published/failure.js';
import type { JobState, Notice, StopReason, VisibilityReason } from '../published/lines.js';
import type { JobType } from '../published/list-limits.js';
import { createFormats } from './formats.js';

const { number } = createFormats('pl');

/** The texts of console and command line for failures, reasons and endings, in Polish. */
export const pl = {
  failures: {
    invalid_request: 'Usługa nie przyjęła zapytania. Sprawdź, czy podany tekst jest kompletny i poprawny.',
    unknown_parameter: 'Usługa nie zna parametru z tego zapytania. Usługa może być w innej wersji.',
    unauthorized: 'Usługa wymaga ważnego klucza API.',
    unknown_endpoint:
      'Usługa nie zna takiego zapytania. Adres może być błędny albo usługa jest w innej wersji.',
    no_results: 'Nie znaleziono. Dostawca map nie pokazuje takiego miejsca.',
    rate_limited: 'Za dużo zapytań w krótkim czasie.',
    internal_error: 'W usłudze wystąpił błąd. Zgłoś go i podaj numer zapytania.',
    api_disabled: 'Usługa jest teraz wyłączona.',
    shutting_down: 'Usługa właśnie się wyłącza.',
    overloaded: 'Usługa jest teraz przeciążona.',
    deadline_exceeded: 'Usługa nie zdążyła odpowiedzieć w wyznaczonym czasie.',
    client_gone: 'Połączenie zostało zamknięte przed odpowiedzią.',
    browser_unavailable: 'Przeglądarka, z której korzysta usługa, teraz nie działa.',
    provider_blocked: 'Dostawca map blokuje teraz automatyczne wejścia.',
    provider_unavailable: 'Dostawca map nie odpowiada poprawnie.',
    jobs_unavailable: 'Zlecenia są niedostępne.',
    evidence_unavailable: 'Pakiety dowodowe są niedostępne.',
    job_not_found: 'Nie ma takiego zlecenia. Mogło już wygasnąć.',
    watch_unavailable: 'Obserwowanie jest niedostępne.',
    watch_not_found: 'Nie ma takiej obserwacji, zdarzenia ani kanału.',
    watch_exists: 'To miejsce albo ta opinia jest już obserwowane.',
    unknown_code: 'Usługa zgłosiła błąd, którego ta wersja programu nie zna.',
    offline: 'Brak połączenia z usługą.',
    cut: 'Połączenie z usługą zostało przerwane przed końcem odpowiedzi.',
    cancelled: 'Zatrzymano przed sprawdzeniem.',
    unexpected: 'Nie udało się odczytać odpowiedzi usługi.',
  } satisfies Readonly<Record<string, string>> & Record<ClientCode | 'unknown_code', string>,
  reasons: {
    visible: 'opinia jest widoczna',
    no_business_data: 'strona otwiera się bez danych miejsca – link może być niekompletny',
    no_business_card: 'strona nie pokazuje ani wizytówki, ani opinii',
    no_rating_section: 'wizytówka jest, opinii nie ma',
    no_rating: 'strona się otwiera, ale opinia nie ma gwiazdek',
  } satisfies Record<VisibilityReason, string> as Readonly<Record<VisibilityReason, string>>,
  /** Sentences on what results do not prove. */
  caveats: {
    notShown:
      '„Niewidoczna” nie znaczy „usunięta”: opinia, która czeka na zatwierdzenie, z zewnątrz wygląda tak samo.',
    reply:
      'Brak odpowiedzi właściciela nie dowodzi, że jej nie napisano: odpowiedź może czekać na moderację.',
    author:
      'Nazwa i zdjęcie autora nie są dowodem tożsamości: autor może pokazywać pseudonim, także przy dawnych opiniach. Stałe jest tylko ID autora.',
  },
  endings: {
    end: 'lista się skończyła',
    max_pages: 'wczytano wybraną liczbę stron',
    provider_limit: 'dostawca map nie pokazuje dalszych opinii',
    limited_view: 'dostawca map nie pokazuje teraz całej listy niezalogowanym',
    withheld: 'dostawca map wstrzymał pokazywanie opinii o tym miejscu',
    not_shown: 'dostawca map nie pokazuje żadnych opinii, ale nie podaje, że ich nie ma',
    interrupted: 'dostawca map przestał poprawnie odpowiadać',
    deadline: 'upłynął czas przeznaczony na wczytywanie',
  } satisfies Record<StopReason, string> as Readonly<Record<StopReason, string>>,
  /** Why a watch needs attention although its checks have results. */
  troubles: {
    field_unreadable: 'treści, zdjęć lub odpowiedzi nie da się odczytać',
    other_place: 'Place ID prowadzi do innego miejsca – potwierdzi to następne sprawdzenie',
  } as Readonly<Record<string, string>>,
  /** Reviews that the place's review count leaves out. */
  partners: (count: number) =>
    `Dodatkowo opinie nieujęte w tej liczbie, na przykład od partnerów: ${number(count)}.`,
  /** The notices of the map provider about a place, without a full stop. */
  notices: {
    reviews_removed_defamation:
      'Dostawca map podaje, że usunął opinie o tym miejscu po skargach na zniesławienie',
    reviews_suspicious: 'Dostawca map ostrzega, że usunął fałszywe lub podejrzane opinie o tym miejscu',
    reviews_withheld: 'Dostawca map podaje, że nie pokazuje teraz opinii o tym miejscu',
    reviews_paused: 'Dostawca map nie przyjmuje teraz nowych opinii o tym miejscu',
    temporarily_closed: 'Tymczasowo zamknięte – tak podaje dostawca map',
    permanently_closed: 'Zamknięte na stałe – tak podaje dostawca map',
    other: 'Komunikat dostawcy map',
  } satisfies Record<Notice['kind'], string> as Readonly<Record<Notice['kind'], string>>,
  noticeCount: (min: number, max: number | null) =>
    max === null ? `${number(min)} lub więcej` : min === max ? number(min) : `${number(min)}–${number(max)}`,
  noticeQuote: (text: string) => `„${text}”`,
  /** What the number in a notice about defamation counts. */
  defamationScope:
    'Liczba obejmuje opinie o miejscu w Niemczech usunięte w ciągu ostatnich 365 dni po skargach na zniesławienie według prawa niemieckiego, jeżeli usunięcia nie cofnięto. Dostawca map podaje tylko przedział.',
  uncounted: 'Na stronie miejsca nie ma liczby opinii.',
  jobTypes: {
    'review-visibility': 'widoczność opinii',
    'place-details': 'dane miejsc',
    'place-reviews': 'opinie o miejscach',
  } satisfies Record<JobType, string> as Readonly<Record<JobType, string>>,
  jobStates: {
    waiting: 'oczekuje',
    running: 'w toku',
    finished: 'zakończone',
    cancelled: 'anulowane',
    deleted: 'usunięte',
  } satisfies Record<JobState, string> as Readonly<Record<JobState, string>>,
  unknownReason: (code: string) => `nieznany powód: ${code}`,
};

export type OutcomeTexts = typeof pl;
