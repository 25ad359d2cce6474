import type { FailureCode } from '../api/failure.js';
import type { StopReason } from '../reviews/ending.js';

/** Why there is no answer. */
export const failures: Readonly<Record<FailureCode, string>> = {
  invalid_request: 'Tego nie da się sprawdzić. Zobacz, czy wklejony tekst jest cały i właściwy.',
  unauthorized: 'Ta usługa wymaga klucza API.',
  unknown_endpoint: 'Usługa nie zna tej funkcji. Strona i usługa mogą być w różnych wersjach.',
  no_results: 'Dostawca mapy nie pokazuje takiego miejsca.',
  rate_limited: 'Za dużo zapytań w krótkim czasie.',
  internal_error: 'W usłudze wystąpił błąd. Zgłoś go, podając numer zapytania.',
  api_disabled: 'Usługa jest teraz wyłączona.',
  shutting_down: 'Usługa właśnie się wyłącza.',
  overloaded: 'Usługa jest teraz przeciążona.',
  deadline_exceeded: 'Nie udało się zdążyć w wyznaczonym czasie.',
  client_gone: 'Połączenie zostało zamknięte przed odpowiedzią.',
  browser_unavailable: 'Przeglądarka usługi nie działa w tej chwili.',
  provider_blocked: 'Dostawca mapy odmawia teraz automatycznych odwiedzin.',
  provider_unavailable: 'Dostawca mapy nie odpowiada.',
  offline: 'Nie ma połączenia z usługą.',
  cut: 'Przerwano: połączenie urwało się przed końcem.',
  cancelled: 'Nie sprawdzono: zatrzymano wcześniej.',
  unexpected: 'Usługa odpowiedziała w niezrozumiały sposób.',
};

/** Why a list of reviews ended. */
export const endings: Readonly<Record<StopReason, string>> = {
  end: 'lista się skończyła',
  max_pages: 'wczytano tyle stron, ile wybrano',
  provider_limit: 'dostawca zakończył listę przed czasem',
  limited_view: 'dostawca nie pokazuje teraz całej listy niezalogowanym',
  interrupted: 'dostawca przestał poprawnie odpowiadać',
  deadline: 'skończył się czas na czytanie',
};
