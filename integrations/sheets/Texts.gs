// The texts of Code.gs, in Polish and English, and the names of the fields of a place.

const PL = {
  check: 'Sprawdź zaznaczoną kolumnę',
  stop: 'Zatrzymaj sprawdzanie',
  settings: 'Ustawienia…',
  visible: 'widoczna',
  notVisible: 'niewidoczna',
  unknown: 'nieznane',
  // A name may have found another place than the one that is meant.
  firstResult: 'pierwszy wynik wyszukiwania',
  exact: 'link lub identyfikator',
  headings: [
    ...['Widoczność', 'Powód', 'Autor', 'Gwiazdki', 'Miejsce', 'Treść opinii', 'Sprawdzono'],
    'Sprawdzony link',
  ],
  reasons: {
    no_business_data: 'strona otwiera się bez danych miejsca – link może być niekompletny',
    no_business_card: 'strona nie pokazuje ani wizytówki, ani opinii',
    no_rating_section: 'wizytówka jest, opinii nie ma',
    no_rating: 'strona się otwiera, ale opinia nie ma gwiazdek',
  },
  notices: {
    reviews_removed_defamation:
      'Mapy Google podają, że usunęły opinie o tym miejscu po skargach na zniesławienie',
    reviews_suspicious: 'Mapy Google ostrzegają, że usunęły fałszywe lub podejrzane opinie o tym miejscu',
    reviews_withheld: 'Mapy Google podają, że nie pokazują teraz opinii o tym miejscu',
    reviews_paused: 'Mapy Google nie przyjmują teraz nowych opinii o tym miejscu',
    temporarily_closed: 'Tymczasowo zamknięte – tak podają Mapy Google',
    permanently_closed: 'Zamknięte na stałe – tak podają Mapy Google',
    other: 'Komunikat Map Google',
  },
  checkedAt: 'sprawdzono',
  failures: {
    invalid_request: 'Usługa nie przyjęła zapytania. Sprawdź, czy podany tekst jest kompletny i poprawny.',
    unknown_parameter: 'Usługa nie zna parametru z tego zapytania. Usługa może być w innej wersji.',
    unauthorized: 'Usługa wymaga ważnego klucza API.',
    unknown_endpoint:
      'Usługa nie zna takiego zapytania. Adres może być błędny albo usługa jest w innej wersji.',
    no_results: 'Nie znaleziono. Mapy Google nie pokazują takiego miejsca.',
    rate_limited: 'Za dużo zapytań w krótkim czasie.',
    internal_error: 'W usłudze wystąpił błąd. Zgłoś go i podaj numer zapytania.',
    api_disabled: 'Usługa jest teraz wyłączona.',
    shutting_down: 'Usługa właśnie się wyłącza.',
    overloaded: 'Usługa jest teraz przeciążona.',
    deadline_exceeded: 'Usługa nie zdążyła odpowiedzieć w wyznaczonym czasie.',
    browser_unavailable: 'Przeglądarka, z której korzysta usługa, teraz nie działa.',
    provider_blocked: 'Mapy Google blokują teraz automatyczne wejścia.',
    provider_unavailable: 'Mapy Google nie odpowiadają poprawnie.',
    offline: 'Brak połączenia z usługą.',
    cut: 'Połączenie z usługą zostało przerwane przed końcem odpowiedzi.',
    unexpected: 'Nie udało się odczytać odpowiedzi usługi.',
    unknown_code: 'Usługa zgłosiła błąd, którego ta wersja programu nie zna.',
  },
  refusals: {
    review_link_not_to_maps:
      'Link nie prowadzi do Map Google. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
    review_link_not_a_link: 'To nie jest link. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
    link_to_place:
      'To link do miejsca, a nie do opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
    link_without_review:
      'Ten link nie wskazuje opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
    link_cut_at_review:
      'Link jest ucięty: brakuje części, która wskazuje opinię. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
    link_cut_at_place:
      'Link jest ucięty: brakuje części, która wskazuje miejsce. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
    link_cut_at_end:
      'Link jest ucięty: brakuje jego końca. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
    link_forwards:
      'Link prowadzi do {{host}}, a ten adres tylko przekierowuje na inną stronę. Otwórz go i skopiuj link tej strony z Map Google.',
    several_subjects:
      'W tekście są dwa różne linki lub identyfikatory: {{one}} i {{other}}. Podaj jeden z nich.',
    share_link_dead: 'Ten skrócony link donikąd nie prowadzi: może zawierać literówkę albo być już nieważny.',
    share_link_without_review:
      'Ten skrócony link nie prowadzi do opinii. Otwórz opinię, wybierz „Udostępnij” i podaj ten link.',
    points_used_up: 'Za dużo zapytań w ciągu minuty. Spróbuj ponownie za {{seconds}} s.',
  },
  noSettings: 'Najpierw podaj adres usługi: menu place-lookup, „Ustawienia…”.',
  askAddress: 'Adres usługi w internecie, od https://. Puste pole zostawia obecny adres.',
  askKey: 'Klucz API. Puste pole zostawia obecny klucz, znak „-” usuwa go.',
  badAddress: 'Adres musi zaczynać się od https://. Ustawienia nie zostały zmienione.',
  saved: 'Ustawienia zapisano. Usługa odpowiada.',
  savedOnly: (text) => `Ustawienia zapisano, ale połączenie się nie udało. ${text}`,
  oneCell: 'Formuła przyjmuje jedną komórkę. Wiele linków sprawdza menu place-lookup.',
  badField: (names) => `Nie ma takiego pola. Pola: ${names}.`,
  selectOne: 'Zaznacz jedną kolumnę z linkami do opinii.',
  headingNeeded: 'Pierwszy wiersz kolumny musi zawierać nagłówek, a nie link. Wstaw wiersz z nagłówkami.',
  noLinks: 'W tej kolumnie nie ma żadnego linku.',
  confirm: (count) => `Linki do sprawdzenia: ${count}. Wyniki pojawią się w nowych kolumnach po prawej.`,
  again:
    'Ta kolumna ma już wyniki. Tak: sprawdzić wszystko od nowa. ' +
    'Nie: sprawdzić tylko linki bez wyniku, z wynikiem „nieznane” i zmienione.',
  busy: 'Sprawdzanie już trwa. Poczekaj, aż się skończy, albo je zatrzymaj.',
  stopped: 'Sprawdzanie zatrzymano.',
  moved: 'Sprawdzanie przerwano: kolumny z wynikami zostały przesunięte, zmienione lub usunięte.',
  failed: (text) => `Sprawdzanie przerwano. ${text}`,
  paused: (seconds) => `Sprawdzanie ruszy dalej samo za około ${seconds} s. Można zamknąć arkusz.`,
  progress: (left) => `Pozostało linków: ${left}`,
  done: (seen, gone, unknown) =>
    `Koniec. Widoczne: ${seen}, niewidoczne: ${gone}, nieznane: ${unknown}. ` +
    '„Niewidoczna” nie znaczy „usunięta”: opinia, która czeka na zatwierdzenie, z zewnątrz wygląda tak samo.',
};

const EN = {
  check: 'Check the selected column',
  stop: 'Stop checking',
  settings: 'Settings…',
  visible: 'visible',
  notVisible: 'not visible',
  unknown: 'unknown',
  firstResult: 'first search result',
  exact: 'link or identifier',
  headings: ['Visibility', 'Reason', 'Author', 'Stars', 'Place', 'Review text', 'Checked at', 'Checked link'],
  reasons: {
    no_business_data: 'the page opens without the data of the place: the link may be incomplete',
    no_business_card: 'the page shows neither the place card nor the review',
    no_rating_section: 'the place card is shown, the review is not',
    no_rating: 'the page opens, but the review has no stars',
  },
  notices: {
    reviews_removed_defamation:
      'Google Maps says that it removed reviews of this place after complaints of defamation',
    reviews_suspicious: 'Google Maps warns that it removed fake or suspicious reviews of this place',
    reviews_withheld: 'Google Maps says that it does not show the reviews of this place at the moment',
    reviews_paused: 'Google Maps takes no new reviews of this place at the moment',
    temporarily_closed: 'Temporarily closed, says Google Maps',
    permanently_closed: 'Permanently closed, says Google Maps',
    other: 'Notice of Google Maps',
  },
  checkedAt: 'checked',
  failures: {
    offline: 'Cannot connect to the service.',
    cut: 'The connection to the service broke before the end of the answer.',
    unexpected: 'The answer of the service cannot be understood.',
    provider_blocked: 'Google Maps is blocking automated requests at the moment.',
    invalid_request: 'The service did not accept the request. Check that the text is complete and correct.',
    unknown_code: 'The service gave a reason for the error that this version does not know.',
  },
  refusals: {
    review_link_not_a_link: 'This is not a link. Open the review, choose "Share" and send that link.',
  },
  noSettings: 'Enter the address of the service first: menu place-lookup, "Settings…".',
  askAddress:
    'Address of the service on the internet, starting with https://. Empty keeps the present address.',
  askKey: 'API key. Empty keeps the present key, "-" removes it.',
  badAddress: 'The address must start with https://. The settings were not changed.',
  saved: 'The settings are saved. The service answers.',
  savedOnly: (text) => `The settings are saved, but the connection failed. ${text}`,
  oneCell: 'The formula takes one cell. The menu place-lookup checks many links.',
  badField: (names) => `There is no such field. Fields: ${names}.`,
  selectOne: 'Select one column with links to reviews.',
  headingNeeded: 'The first row of the column must have a heading, not a link. Insert a row with headings.',
  noLinks: 'This column has no link.',
  confirm: (count) => `Links to check: ${count}. The results come into new columns on the right.`,
  again:
    'This column has results already. Yes: check all links again. ' +
    'No: check only links without a result, with the result "unknown", or that were replaced.',
  busy: 'A check is running. Wait until it ends, or stop it.',
  stopped: 'The check was stopped.',
  moved: 'The check ended: the columns with the results were moved, changed or deleted.',
  failed: (text) => `The check ended. ${text}`,
  paused: (seconds) => `The check continues by itself in about ${seconds} s. You can close the sheet.`,
  progress: (left) => `Links left: ${left}`,
  done: (seen, gone, unknown) =>
    `Done. Visible: ${seen}, not visible: ${gone}, unknown: ${unknown}. ` +
    '"Not visible" does not mean "removed": a review that waits for approval looks the same from outside.',
};

/** The fields of PLACE_DETAILS in the order of a whole row, each with its names in Polish and English. */
const FIELDS = {
  cid: ['CID'],
  nazwa_wizytowki: ['Nazwa', 'Name'],
  adres: ['Adres', 'Address'],
  kategoria: ['Kategoria', 'Category'],
  srednia_ocen: ['Średnia ocen', 'Average rating'],
  liczba_opinii: ['Liczba opinii', 'Reviews'],
  liczba_5_gwiazdek: ['5 gwiazdek', '5 stars'],
  liczba_4_gwiazdek: ['4 gwiazdki', '4 stars'],
  liczba_3_gwiazdek: ['3 gwiazdki', '3 stars'],
  liczba_2_gwiazdek: ['2 gwiazdki', '2 stars'],
  liczba_1_gwiazdka: ['1 gwiazdka', '1 star'],
  place_id: ['Place ID'],
  maps_url: ['Link', 'Link'],
  source: ['Znalezione jako', 'Found as'],
  asked_at: ['Zapytano (UTC)', 'Asked at (UTC)'],
};
