import type { Polish } from '../catalogue.js';
import type { en } from './en.js';

export const pl = {
  'code.invalid_request':
    'Usługa nie przyjęła zapytania. Sprawdź, czy podany tekst jest kompletny i poprawny.',
  'code.unknown_parameter': 'Usługa nie zna parametru z tego zapytania. Usługa może być w innej wersji.',
  'code.unauthorized': 'Usługa wymaga ważnego klucza API.',
  'code.unknown_endpoint':
    'Usługa nie zna takiego zapytania. Adres może być błędny albo usługa jest w innej wersji.',
  'code.no_results': 'Nie znaleziono. Dostawca map nie pokazuje takiego miejsca.',
  'code.rate_limited': 'Za dużo zapytań w krótkim czasie.',
  'code.internal_error': 'W usłudze wystąpił błąd. Zgłoś go i podaj numer zapytania.',
  'code.api_disabled': 'Usługa jest teraz wyłączona.',
  'code.shutting_down': 'Usługa właśnie się wyłącza.',
  'code.overloaded': 'Usługa jest teraz przeciążona.',
  'code.deadline_exceeded': 'Usługa nie zdążyła odpowiedzieć w wyznaczonym czasie.',
  'code.client_gone': 'Połączenie zostało zamknięte przed odpowiedzią.',
  'code.browser_unavailable': 'Przeglądarka, z której korzysta usługa, teraz nie działa.',
  'code.provider_blocked': 'Dostawca map blokuje teraz automatyczne wejścia.',
  'code.provider_unavailable': 'Dostawca map nie odpowiada poprawnie.',
  'code.unknown_code': 'Usługa zgłosiła błąd, którego ta wersja programu nie zna.',
  'code.offline': 'Brak połączenia z usługą.',
  'code.cut': 'Połączenie z usługą zostało przerwane przed końcem odpowiedzi.',
  'code.cancelled': 'Zatrzymano przed sprawdzeniem.',
  'code.unexpected': 'Nie udało się odczytać odpowiedzi usługi.',
  'reason.visible': 'opinia jest widoczna',
  'reason.no_business_data': 'strona otwiera się bez danych miejsca – link może być niekompletny',
  'reason.no_business_card': 'strona nie pokazuje ani wizytówki, ani opinii',
  'reason.no_rating_section': 'wizytówka jest, opinii nie ma',
  'reason.no_rating': 'strona się otwiera, ale opinia nie ma gwiazdek',
  'ending.end': 'lista się skończyła',
  'ending.max_pages': 'wczytano wybraną liczbę stron',
  'ending.since': 'wczytano listę do wybranego dnia',
  'ending.unsorted': 'dostawca map nie posortował listy według daty, więc wybrany dzień jej nie zakończył',
  'ending.provider_limit': 'dostawca map nie pokazuje dalszych opinii',
  'ending.limited_view': 'dostawca map nie pokazuje teraz całej listy niezalogowanym',
  'ending.withheld': 'dostawca map wstrzymał pokazywanie opinii o tym miejscu',
  'ending.not_shown': 'dostawca map nie pokazuje żadnych opinii, ale nie podaje, że ich nie ma',
  'ending.interrupted': 'dostawca map przestał poprawnie odpowiadać',
  'ending.deadline': 'upłynął czas przeznaczony na wczytywanie',
  unknownReason: 'nieznany powód: {{code}}',
  'caveat.notShown':
    '„Niewidoczna” nie znaczy „usunięta”: opinia, która czeka na zatwierdzenie, z zewnątrz wygląda tak samo.',
  'caveat.reply':
    'Brak odpowiedzi właściciela nie dowodzi, że jej nie napisano: odpowiedź może czekać na moderację.',
  'caveat.author':
    'Nazwa i zdjęcie autora nie są dowodem tożsamości: autor może pokazywać pseudonim, także przy dawnych opiniach. Stałe jest tylko ID autora.',
  'notice.reviews_removed_defamation':
    'Dostawca map podaje, że usunął opinie o tym miejscu po skargach na zniesławienie',
  'notice.reviews_suspicious':
    'Dostawca map ostrzega, że usunął fałszywe lub podejrzane opinie o tym miejscu',
  'notice.reviews_withheld': 'Dostawca map podaje, że nie pokazuje teraz opinii o tym miejscu',
  'notice.reviews_paused': 'Dostawca map nie przyjmuje teraz nowych opinii o tym miejscu',
  'notice.temporarily_closed': 'Tymczasowo zamknięte – tak podaje dostawca map',
  'notice.permanently_closed': 'Zamknięte na stałe – tak podaje dostawca map',
  'notice.other': 'Komunikat dostawcy map',
  noticeQuote: '„{{text}}”',
  noticeFrom: '{{min}} lub więcej',
  defamationScope:
    'Liczba obejmuje opinie o miejscu w Niemczech usunięte w ciągu ostatnich 365 dni po skargach na zniesławienie według prawa niemieckiego, jeżeli usunięcia nie cofnięto. Dostawca map podaje tylko przedział.',
  uncounted: 'Na stronie miejsca nie ma liczby opinii.',
  partners: 'Dodatkowo opinie nieujęte w tej liczbie, na przykład od partnerów: {{count}}.',
  hours: '{{count}} godz.',
  yes: 'tak',
  no: 'nie',
  leftOut: '[pominięto znaków: {{count}}]',
} satisfies Polish<typeof en>;
