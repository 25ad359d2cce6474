import type { VisibilityReason } from '../../contract/lines.js';

/** What a reason means, what to do next, and what it does not prove. */
export interface ReasonTexts {
  readonly means: string;
  readonly next: string;
  readonly notProven: string;
}

/** Help for the first use, and the reasons of a verdict. */
export const help = {
  examples: 'Przykłady:',
  sampleList: 'Wstaw przykładową listę',
  provider:
    'Dostawca map to serwis, z którego usługa odczytuje miejsca i opinie, czyli Mapy Google. Usługa ogląda je jak niezalogowany użytkownik.',
  apiDocs: 'Dokumentacja API (po angielsku)',
  share: 'Udostępnij',
  shareReview: 'Udostępnij opinię',
  report: 'Zgłoś opinię',
  copyLink: 'Kopiuj link',
  place: {
    title: 'Gdzie znaleźć link do miejsca, Place ID i CID?',
    open: 'Otwórz miejsce w Mapach Google i wybierz „Udostępnij”.',
    copy: 'Wybierz „Kopiuj link” i wklej link tutaj.',
    ids: 'Place ID (zaczyna się od „ChIJ”) i CID (same cyfry) to stałe identyfikatory miejsca. Zobaczysz je w wyniku wyszukiwania i skopiujesz jednym kliknięciem.',
  },
  review: {
    title: 'Gdzie znaleźć link do opinii?',
    open: 'Znajdź opinię w Mapach Google i otwórz menu z trzema kropkami.',
    share: 'Wybierz „Udostępnij opinię”.',
    copy: 'Wybierz „Kopiuj link” i wklej link tutaj.',
    rows: 'Możesz wkleić wiele linków naraz, także całe wiersze z arkusza: usługa znajdzie w nich linki. Linki do opinii o wybranym miejscu pobierzesz też z widoku „Opinie o miejscu” (CSV lub XLSX).',
  },
  reasons: {
    title: 'Co oznaczają wyniki i powody?',
    basis:
      'Wynik „Niewidoczna” pojawia się tylko wtedy, gdy w dwóch niezależnych wejściach dostawca map odpowiedział poprawnie i w obu nie pokazał opinii. Jeśli te warunki nie są spełnione, link zostaje bez wyniku. Każdy wynik dotyczy chwili sprawdzenia.',
    means: 'Co to znaczy',
    next: 'Co zrobić dalej',
    notProven: 'Czego to nie dowodzi',
    neverProven: 'Czego nie dowodzi żaden wynik:',
    failed:
      'Nie udało się ustalić, czy opinia jest widoczna, albo to nie jest link do opinii. To nie znaczy, że opinia jest niewidoczna. Sprawdź powód i ponów.',
    each: {
      visible: {
        means: 'Opinię widzi osoba niezalogowana, która otworzy link.',
        next: 'Jeśli opinia narusza zasady, zgłoś ją. Link do zgłoszenia jest przy opinii w widoku „Opinie o miejscu”.',
        notProven: 'Nie gwarantuje, że opinia pozostanie widoczna ani że liczy się do średniej ocen.',
      },
      no_rating_section: {
        means: 'Wizytówka miejsca się otworzyła, ale opinii z linku pod nią nie ma.',
        next: 'Zapisz wynik z datą i sprawdź ponownie za kilka dni. Autor może sprawdzić, czy widzi opinię na swoim koncie.',
        notProven:
          'Nie dowodzi, że opinię usunięto, ani nie mówi, dlaczego nie jest wyświetlana: może też czekać na zatwierdzenie. Opinia może znów być widoczna.',
      },
      no_business_card: {
        means: 'Dane miejsca są, ale wizytówka z opinią nie jest wyświetlana.',
        next: 'Zapisz wynik z datą (CSV lub XLSX). Aby mieć pewność, sprawdź ponownie za kilka dni.',
        notProven:
          'Nie dowodzi, że opinię usunięto, ani nie mówi, od kiedy i dlaczego nie jest wyświetlana: może też czekać na zatwierdzenie. Opinia może znów być widoczna.',
      },
      no_business_data: {
        means: 'Strona z linku otwiera się poprawnie, ale bez danych miejsca.',
        next: 'Porównaj link z oryginałem: może być niekompletny. Sprawdź też samo miejsce w widoku „Miejsce”: może być zamknięte albo połączone z innym.',
        notProven:
          'Nie dowodzi, że usunięto tę jedną opinię: link może być niekompletny albo nie jest wyświetlana cała wizytówka.',
      },
      no_rating: {
        means: 'Strona pokazuje miejsce na opinię, ale bez gwiazdek.',
        next: 'Sprawdź ponownie później. Jeśli wynik się powtórzy, traktuj opinię jako niewidoczną.',
        notProven: 'Nie dowodzi, że opinię usunięto: gwiazdki mogą znów być wyświetlane.',
      },
    } satisfies Record<VisibilityReason, ReasonTexts> as Readonly<Record<VisibilityReason, ReasonTexts>>,
  },
};
