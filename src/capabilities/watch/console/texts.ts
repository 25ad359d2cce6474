import type { Language } from '../../../core/published/language.js';
import { troubleText } from '../../../core/texts/outcomes.js';
import { createWords } from '../../../kit/ui/texts.js';
import { EVENT_TITLES, NO_JUDGEMENT } from '../event-texts.js';
import type { ChannelData, DeliveryData, EventType, WatchData } from '../published.js';

export type WatchTexts = ReturnType<typeof createWatchTexts>;

/** The texts of the watch in one language. They are loaded with its views. */
export function createWatchTexts(language: Language) {
  const { say, number, of, count, placesOf, reviewsOf } = createWords(language);
  const noun = (one: string, few: string, many: string, single: string) => {
    const forms = say({ one, few, many }, { one: single, few: `${single}s`, many: `${single}s` });
    return (value: number) => count(value, forms);
  };
  /** A name with a number behind it: `widoczne: 12`. */
  const numbered = (polish: string, english: string) => (value: number) =>
    `${say(polish, english)}: ${number(value)}`;
  const hoursOf = noun('godzinę', 'godziny', 'godzin', 'hour');
  const daysOf = noun('dzień', 'dni', 'dni', 'day');
  const every = (hours: number) => {
    if (hours === 1) return say('co godzinę', 'every hour');
    if (hours === 24) return say('codziennie', 'every day');
    return `${say('co', 'every')} ${hours % 24 === 0 ? daysOf(hours / 24) : hoursOf(hours)}`;
  };
  return {
    modes: say('Części widoku', 'Parts of the view'),
    back: say('Wszystkie obserwacje', 'All watches'),
    intro: say(
      'Usługa regularnie sprawdza te miejsca i opinie. Zapisuje opinie, które się pojawią, zmienią albo przestaną być widoczne.',
      'The service checks these places and reviews regularly. It records reviews that appear, change or are no longer visible.',
    ),
    invalid: say('Usługa nie przyjęła tych danych.', 'The service did not accept these values.'),
    notFound: say(
      'Nie ma takiej obserwacji. Mogła zostać usunięta albo należy do innego klucza.',
      'There is no such watch. It may have been deleted, or it belongs to another key.',
    ),
    all: say('wszystkie', 'all'),
    kinds: { place: say('miejsce', 'place'), review: say('opinia', 'review') },
    states: {
      trouble: say('bez wyniku', 'no result'),
      new: say('czeka na sprawdzenie', 'waits for a check'),
      watching: say('obserwowane', 'watched'),
      visible: say('widoczna', 'visible'),
      not_visible: say('niewidoczna', 'not visible'),
      never_visible: say('niewidoczna od początku', 'not visible from the start'),
      paused: say('wstrzymane', 'paused'),
    } satisfies Record<WatchData['state'], string>,
    firstFailed: say('pierwsze sprawdzenie bez wyniku', 'first check without a result'),
    needsAttention: say('wymagające uwagi', 'needing attention'),
    trouble: (code: string) => troubleText(language, code),
    twin: say(
      'Wstrzymana, bo starsza obserwacja dotyczy tego samego',
      'Paused: an older watch has the same subject',
    ),
    noJudgement: NO_JUDGEMENT[language],
    every,
    attention: {
      title: say('Wymaga uwagi', 'Needs attention'),
      nothing: say(
        'Nie ma nowych zdarzeń, a wszystkie sprawdzenia kończą się wynikiem.',
        'There are no new events, and all checks have results.',
      ),
      trouble: numbered('Obserwacje wymagające uwagi', 'Watches that need attention'),
      show: say('Pokaż', 'Show'),
      news: numbered('Nowe zdarzenia', 'New events'),
      seen: say('Oznacz jako przeczytane', 'Mark as read'),
      isSeen: say('Zdarzenia są oznaczone jako przeczytane.', 'The events are marked as read.'),
    },
    add: {
      title: say('Dodaj obserwacje', 'Add watches'),
      label: say(
        'Linki do opinii, linki do miejsc lub Place ID, każdy w nowym wierszu',
        'Review links, place links or Place IDs, one per line',
      ),
      hint: say(
        'Z arkusza usługa bierze też kolumny „Nazwa” (lub „Klient”) i „Uwagi”.',
        'From a sheet, the columns "Name" (or "Client") and "Notes" are taken, too.',
      ),
      counted: numbered('Na liście', 'In the list'),
      repeated: numbered('powtórzone', 'repeated'),
      skipped: numbered('wiersze bez linku', 'lines without a link'),
      name: say('Własna nazwa', 'Your own name'),
      go: (value: number) => say('Obserwuj', 'Watch') + (value > 1 ? ` (${number(value)})` : ''),
      sending: say('Dodawanie…', 'Adding…'),
      /** `hours` between two checks, null = the usual time. `available` page loads a day; null = no limit is set. */
      forecast: (
        kind: WatchData['kind'],
        value: number,
        hours: number | null,
        loads: number,
        available: number | null,
      ) => {
        const what = kind === 'place' ? placesOf(value) : reviewsOf(value);
        const often = every(hours ?? (kind === 'place' ? 24 : 6));
        const share = available === null ? number(loads) : of(loads, available);
        return say(
          `Po dodaniu (${what}, ${often}) wszystkie obserwacje potrzebują ${share} wczytań stron dziennie.`,
          `After adding ${what} (${often}), all watches need ${share} page loads a day.`,
        );
      },
      over: (percent: number) =>
        say(
          `To więcej niż ${number(percent)}% wczytań, więc usługa odmówi. Wybierz rzadsze sprawdzanie.`,
          `This is more than ${number(percent)}% of the loads, so the service will refuse. Choose less frequent checks.`,
        ),
      added: numbered('Dodano', 'Added'),
      existing: numbered('obserwowane już wcześniej', 'watched before'),
      refused: numbered('nieprzyjęte', 'refused'),
      exists: say('Usługa już to obserwuje.', 'The service watches this already.'),
      fileFailed: say(
        'Nie udało się odczytać tego pliku. Zapisz listę jako XLSX, „CSV UTF-8” albo tekst.',
        'This file could not be read. Save the list as XLSX, "CSV UTF-8" or text.',
      ),
    },
    list: {
      none: say(
        'Nie obserwujesz jeszcze żadnego miejsca ani opinii. Wklej poniżej link do opinii, link do miejsca albo Place ID.',
        'You do not watch any place or review yet. Paste a review link, a place link or a Place ID below.',
      ),
      noMatch: say('Żadna obserwacja nie pasuje do filtrów.', 'No watch matches the filters.'),
      filters: say('Filtry', 'Filters'),
      state: say('Stan', 'State'),
      kind: say('Rodzaj', 'Kind'),
      query: say('Szukaj w nazwach, notatkach i linkach', 'Search names, notes and links'),
      search: say('Szukaj', 'Search'),
      ledger: say('W rejestrze', 'In the ledger'),
      visible: numbered('widoczne', 'visible'),
      hidden: numbered('niewidoczne', 'not visible'),
      unconfirmed: numbered('do potwierdzenia', 'to be confirmed'),
      notSeen: (value: number, at: string) =>
        say(
          `ostatnio niesprawdzone: ${number(value)} (od ${at})`,
          `not seen lately: ${number(value)} (since ${at})`,
        ),
      coverage: (read: number, total: number | null) =>
        total === null || total <= read
          ? say(`najnowsze ${number(read)}, lista niepełna`, `the newest ${number(read)}, incomplete list`)
          : say(`najnowsze ${of(read, total)}`, `the newest ${of(read, total)}`),
      gone: (at: string) => say(`nie ma na mapie od ${at}`, `not on the map since ${at}`),
      checked: say('Ostatnie sprawdzenie', 'Last check'),
      event: say('Ostatnie zdarzenie', 'Last event'),
      select: (name: string) => say(`Zaznacz: ${name}`, `Select: ${name}`),
      selectAll: say('Zaznacz całą stronę', 'Select the whole page'),
      selected: (value: number, all: number) => `${say('Zaznaczono', 'Selected')}: ${of(value, all)}`,
    },
    actions: {
      check: say('Sprawdź teraz', 'Check now'),
      pause: say('Wstrzymaj', 'Pause'),
      resume: say('Wznów', 'Resume'),
      remove: say('Usuń', 'Delete'),
      done: (done: number, all: number) => `${say('Wykonano', 'Done')}: ${of(done, all)}.`,
      removing: (value: number) => ({
        title: `${say('Usunąć obserwacje?', 'Delete the watches?')} (${number(value)})`,
        what: say(
          'Usługa usunie też ich rejestr, zdarzenia i dowody. Tego nie można cofnąć.',
          'The service also deletes their ledger, events and evidence. This cannot be undone.',
        ),
        keep: say('Nie usuwaj', 'Keep'),
        go: say('Usuń', 'Delete'),
      }),
      report: (format: string) => say(`Raport ${format}`, `Report ${format}`),
      from: say('Od dnia', 'From'),
      to: say('Do dnia', 'To'),
      authors: say('Autorzy opinii', 'Authors of reviews'),
      pseudonyms: say('jako „Autor 1”', 'as "Author 1"'),
      names: say('nazwy i linki', 'names and links'),
      reportName: say('raport', 'report'),
    },
    one: {
      checks: say('Sprawdzanie', 'Checks'),
      next: say('Następne sprawdzenie', 'Next check'),
      proven: say('Ostatnie sprawdzenie z wynikiem', 'Last check with a result'),
      added: say('Dodano', 'Added'),
      feed: say('Kanał Atom', 'Atom feed'),
      timeline: say('Ocena i liczba opinii w czasie', 'Rating and number of reviews over time'),
      noChecks: say('Wykres pojawi się po drugim sprawdzeniu.', 'The chart appears after the second check.'),
      told: say('stan odczytany', 'state read'),
      complete: say('cała lista', 'whole list'),
      incomplete: say('lista niepełna', 'incomplete list'),
      leftOver: numbered('odłożone do następnego sprawdzenia', 'postponed to the next check'),
      noEvents: say(
        'Nie ma jeszcze zdarzeń. Pierwsze sprawdzenie zapisuje stan, a następne szukają zmian.',
        'There are no events yet. The first check records the state, and later checks look for changes.',
      ),
    },
    ledger: {
      title: say('Rejestr opinii', 'Ledger of reviews'),
      filters: {
        all: say('Wszystkie', 'All'),
        not_visible: say('Niewidoczne', 'Not visible'),
        missing: say('Do potwierdzenia', 'To be confirmed'),
        visible: say('Widoczne', 'Visible'),
      },
      none: say('Nie ma tu żadnych opinii.', 'There are no reviews here.'),
      evidence: say(
        'Pobierz dowód z pierwszego sprawdzenia (ZIP)',
        'Download the evidence of the first sighting (ZIP)',
      ),
      missing: say(
        'Tej opinii brakuje na liście. Osobne sprawdzenie rozstrzygnie, czy jest widoczna.',
        'The list lacks this review. A separate check will tell whether the review is visible.',
      ),
      since: (at: string) => say(`od ${at}`, `since ${at}`),
      seen: (first: string, last: string) =>
        say(`Widziana od ${first} do ${last}.`, `Seen from ${first} to ${last}.`),
      unseen: say('Żadne sprawdzenie nie pokazało tej opinii.', 'No check has shown this review.'),
      versions: numbered('Historia zmian', 'History of changes'),
      before: say('dawniej', 'before'),
      now: say('teraz', 'now'),
      noReply: say(
        'odpowiedź właściciela nie jest już pokazywana',
        'the reply of the owner is no longer shown',
      ),
    },
    settings: {
      title: say('Ustawienia', 'Settings'),
      note: say('Notatka', 'Note'),
      interval: say('Jak często sprawdzać', 'How often to check'),
      usual: say('miejsca codziennie, opinie co 6 godzin', 'places daily, reviews every 6 hours'),
      evidence: say('Kiedy zapisać dowód', 'When to store evidence'),
      evidenceChoices: {
        on_loss: say('gdy opinia przestanie być widoczna', 'when a review is no longer visible'),
        always: say('także gdy opinia się pojawi', 'also when a review appears'),
        never: say('nigdy', 'never'),
      } satisfies Record<WatchData['evidence'], string>,
      hold: say(
        'Nie usuwaj danych po upływie okresu przechowywania',
        'Do not delete the data when their retention period ends',
      ),
      save: say('Zapisz ustawienia', 'Save the settings'),
      saved: say('Ustawienia zostały zapisane.', 'The settings were saved.'),
    },
    events: {
      /** Each type with its title. */
      types: (Object.keys(EVENT_TITLES) as EventType[]).map(
        (type) => [type, EVENT_TITLES[type][language]] as const,
      ),
      none: say('Nie ma jeszcze takich zdarzeń.', 'There are no such events yet.'),
      newest: (shown: number, all: number) => `${say('Najnowsze', 'The newest')}: ${of(shown, all)}.`,
      when: say('Kiedy', 'When'),
      evidence: say('Pobierz dowód (ZIP)', 'Download the evidence (ZIP)'),
      evidenceName: say('dowod', 'evidence'),
    },
    channels: {
      intro: say(
        'Usługa może wysyłać zdarzenia e-mailem albo do innego programu (webhook).',
        'The service can send events by e-mail, or to another program (webhook).',
      ),
      add: say('Dodaj powiadomienia', 'Add notifications'),
      kind: say('Sposób', 'Method'),
      kinds: { email: 'E-mail', webhook: 'Webhook' },
      targets: { email: say('Adres e-mail', 'E-mail address'), webhook: say('Adres URL', 'URL') },
      paces: { at_once: say('od razu', 'at once'), daily: say('raz dziennie', 'once a day') },
      types: say('Tylko wybrane zdarzenia', 'Only some events'),
      allTypes: say('wszystkie zdarzenia', 'all events'),
      submit: say('Dodaj', 'Add'),
      added: say('Powiadomienia zostały dodane.', 'The notifications were added.'),
      asked: say(
        'Na tę skrzynkę wysłano e-mail z kodem. Wpisz go przy tych powiadomieniach.',
        'An e-mail with a code was sent to this address. Enter the code with these notifications.',
      ),
      none: say(
        'Nie ma jeszcze powiadomień. Dodaj e-mail albo webhook: usługa będzie tam wysyłać zdarzenia.',
        'There are no notifications yet. Add an e-mail address or a webhook: the service sends events there.',
      ),
      open: say('działa', 'active'),
      held: {
        receiver: say(
          'czeka na potwierdzenie: wpisz kod z e-maila, który dostała ta skrzynka',
          'waiting: enter the code from the e-mail that this mailbox got',
        ),
        mail_limit: say(
          'czeka: dzienny limit e-maili jest wyczerpany',
          'waiting: all e-mails of the day are sent',
        ),
        former_key: say(
          'czeka: dodano je dawnym kluczem. Potwierdź, jeśli znasz tego odbiorcę',
          'waiting: a former key added it. Confirm it if you know this receiver',
        ),
        paused: say('wstrzymane przez administratora', 'paused by the operator'),
      } satisfies Record<NonNullable<ChannelData['held']>, string>,
      code: say('Kod z e-maila', 'Code from the e-mail'),
      confirm: say('Potwierdź', 'Confirm'),
      confirmed: say('Potwierdzono: usługa wyśle, co czekało.', 'Confirmed: the service sends what waited.'),
      ended: (at: string) => say(`zakończone ${at}`, `ended ${at}`),
      waiting: numbered('czekające wysyłki', 'waiting deliveries'),
      test: say('Wyślij próbę', 'Send a test'),
      tested: say(
        'Zlecono wysłanie próby. Wynik pojawi się na liście wysyłek.',
        'A test will be sent. The result will be in the list of deliveries.',
      ),
      deliveries: say('Wysyłki', 'Deliveries'),
      rotating: {
        title: say('Zmienić sekret?', 'Change the secret?'),
        what: say(
          'Usługa pokaże nowy sekret tylko raz. Dotychczasowy jest ważny jeszcze przez pewien czas.',
          'The service shows the new secret only once. The present one stays valid for a time.',
        ),
        keep: say('Nie zmieniaj', 'Keep'),
        go: say('Zmień sekret', 'Change the secret'),
      },
      removing: {
        title: say('Usunąć powiadomienia?', 'Delete the notifications?'),
        what: say(
          'Usługa przestanie wysyłać tu zdarzenia.',
          'The service stops sending events to this address.',
        ),
        keep: say('Nie usuwaj', 'Keep'),
        go: say('Usuń', 'Delete'),
      },
      removed: say('Powiadomienia zostały usunięte.', 'The notifications were deleted.'),
      secret: say('Sekret webhooka', 'Secret of the webhook'),
      secretOnce: say(
        'Skopiuj go teraz: usługa nie pokaże go drugi raz. Odbiorca sprawdza nim podpis.',
        'Copy it now: the service does not show it again. The receiver checks signatures with it.',
      ),
      hide: say('Ukryj sekret', 'Hide the secret'),
      back: say('Wszystkie powiadomienia', 'All notifications'),
      noDeliveries: say(
        'Usługa niczego tu jeszcze nie wysłała.',
        'The service has not sent anything here yet.',
      ),
      isTest: say('próba', 'test'),
      states: {
        waiting: say('czeka', 'waiting'),
        delivered: say('dostarczone', 'delivered'),
        given_up: say('nie dostarczono', 'not delivered'),
        gone: say('odbiorca zrezygnował', 'ended by the receiver'),
      } satisfies Record<DeliveryData['state'], string>,
      next: (at: string) => say(`następna próba ${at}`, `next attempt ${at}`),
      noAnswer: say('bez odpowiedzi', 'no answer'),
      sent: say('wysłano', 'sent'),
    },
  };
}
