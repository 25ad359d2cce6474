import type { Language } from '../../core/published/language.js';

/** The texts of a pack's report in this language. */
export function reportTexts(language: Language): ReportTexts {
  return { pl, en }[language];
}

export type ReportTexts = typeof pl;

const pl = {
  kind: 'Zapis techniczny',
  titleVisible: 'Opinia widoczna',
  titleAbsent: 'Opinia niewidoczna',
  shown: 'dostawca map (Mapy Google) pokazał tę opinię osobie niezalogowanej.',
  shownWithoutStars: 'dostawca map (Mapy Google) pokazał tę opinię osobie niezalogowanej bez gwiazdek.',
  notShown: 'dostawca map (Mapy Google) nie pokazał tej opinii osobie niezalogowanej.',
  utc: 'Czas uniwersalny (UTC)',
  made: 'Kto i kiedy sporządził ten zapis',
  operator: 'Operator',
  contact: 'Kontakt',
  keyAddress: 'Adres klucza',
  notGiven: 'nie podano',
  stamp: 'Znacznik czasu',
  stampNone: 'Brak. Chwilę sprawdzenia podaje tylko zegar usługi, nie potwierdza jej żaden niezależny urząd.',
  stampRequested: (authority: string) =>
    `Plik timestamp.tsr, który wydał urząd ${authority}. Znacznik potwierdza chwilę po sprawdzeniu.`,
  stampFailed: (authority: string) =>
    `Brak: urząd ${authority} nie wydał znacznika. Chwilę sprawdzenia podaje tylko zegar usługi, nie potwierdza jej żaden niezależny urząd.`,
  about: 'Czego dotyczy sprawdzenie',
  link: 'Link',
  leadsTo: 'Prowadzi do',
  place: 'Miejsce',
  reviewId: 'ID opinii',
  authorId: 'ID autora',
  review: 'Opinia',
  author: 'Autor',
  stars: 'Gwiazdki',
  date: 'Opublikowano',
  edited: 'Zmieniono',
  dateUnknown: 'dokładna data nie jest znana',
  dateWords: (words: string, day: string) => `u dostawcy map: „${words}”, odczytano ${day}`,
  text: 'Treść',
  notKnown: 'Autor, gwiazdki i treść nie są znane: strona ich nie pokazała.',
  unknown: 'brak danych',
  starsOnly: '(opinia bez treści)',
  cut: (shown: number, all: number) =>
    `[pierwsze ${shown} z ${all} znaków; całość jest w pliku manifest.json]`,
  claimed: 'Według zamawiającego (usługa tego nie sprawdziła)',
  claimedHow:
    'Zamawiający podał, że wcześniej widział taką opinię. Usługa nie porównała tych danych z żadną stroną.',
  claimedOn: 'Widziana',
  ledger: 'Według wcześniejszych sprawdzeń tej usługi (nie wynika to ze stron w tym pakiecie)',
  ledgerHow:
    'Usługa obserwuje tę opinię i wcześniej odczytała te dane. Wcześniejszych stron nie ma w tym pakiecie.',
  ledgerReadOn: 'Tak odczytana',
  ledgerOn: 'Ostatnio widziana',
  notices: 'Co dostawca map podaje o tym miejscu (godziny w czasie UTC)',
  moreNotices: (count: number) => `Pozostałe komunikaty (${count}) są w pliku manifest.json.`,
  loads: 'Wczytane strony, w kolejności',
  subjects: {
    review: 'Ta opinia',
    control: 'Opinia kontrolna',
    place: 'Strona miejsca',
    place_name: 'Strona miejsca (tylko dla nazwy)',
  },
  outcomes: {
    shown: 'pokazana',
    absent: 'nie pokazana',
    other_place: 'strona innego miejsca',
    read: 'odczytana',
    failed: 'niczego nie dowodzi',
  },
  inFull: 'w całości',
  inFullCovered: 'w całości (tu zakryta ze względu na prywatność)',
  noPicture: 'Bez obrazu. Powód jest w pliku manifest.json.',
  covered:
    'Na obrazach zakryto nazwy, zdjęcia i opinie innych osób. Pozostałe pliki zawierają strony tak, jak je otrzymano.',
  notCovered: 'Na obrazach niczego nie zakryto.',
  how: 'Jak sprawdzono',
  howVisible:
    'Usługa place-lookup otworzyła link w przeglądarce bez logowania i zobaczyła tę opinię. Rozpoznała ją po identyfikatorze opinii albo po autorze i miejscu.',
  howAbsent: (loads: number, controls: number) =>
    `Usługa place-lookup otwierała link w przeglądarce bez logowania, za każdym razem od nowa. Wczytania, w których strona odpowiedziała poprawnie i nie pokazała opinii: ${loads}. Na końcu, a zwykle także pomiędzy nimi, usługa w ten sam sposób otwierała inną opinię, o której wiadomo, że jest widoczna. Wczytania, w których zobaczyła ją w całości: ${controls}. Tak usługa odróżnia brak opinii od zakłócenia.`,
  contexts:
    'Każde z wczytań bez tej opinii miało własny, nowy profil przeglądarki. Numery profili i nazwy ciasteczek są w pliku manifest.json.',
  controlsMissing: (count: number) =>
    `Opinie kontrolne, których nie pokazano w całości albo które pominięto: ${count}. Wymienia je plik manifest.json.`,
  nameLoad: 'Stronę miejsca otwarto dodatkowo, tylko żeby podać jego nazwę. Werdykt na niej nie polega.',
  noGlyph:
    'Krój pisma tego dokumentu nie ma niektórych znaków. Zamiast nich podano ich numery Unicode w nawiasach:',
  saysGone: 'Za każdym razem strona sama podała, że ta opinia nie jest już dostępna.',
  software: (service: string, chromium: string, language: string) =>
    `Wersja usługi: ${service}, wersja Chromium: ${chromium}, język stron: ${language}.`,
  clockKept: 'Zegar był zsynchronizowany',
  clockUnknown: 'Nie wiadomo, czy zegar był zsynchronizowany.',
  notProven: 'Czego ten zapis nie dowodzi',
  limitsAbsent: [
    'Nie dowodzi, że opinia kiedykolwiek istniała.',
    'Nie mówi, dlaczego opinia nie jest wyświetlana, od kiedy ani kto lub co to spowodowało.',
  ],
  limitsVisible: ['Nie gwarantuje, że opinia pozostanie widoczna ani że jest wliczana do średniej ocen.'],
  limits: [
    'Nie mówi, co widzą inni, w tym osoby zalogowane. Dotyczy tylko podanych chwil.',
    'To zapis techniczny. Nie jest opinią prawną ani opinią biegłego.',
  ],
  verify: 'Jak zweryfikować',
  verifyHow: [
    'Plik jak-sprawdzic.txt opisuje każdy krok z poleceniami sha256sum i openssl. Program place-lookup sprawdza wszystko naraz: place-lookup verify-evidence PLIK.zip --public-key KLUCZ.pem.',
    'Podpisany jest plik manifest.json, który zawiera sumy kontrolne wszystkich plików, także tego. Jeśli pakiet zawiera plik timestamp.tsr, manifest ma też znacznik czasu.',
  ],
  key: (address: string | null) =>
    `Podpisano kluczem (Ed25519), który publikuje usługa${address === null ? '' : ` pod adresem ${address}`}. Porównaj go z kluczem od jej operatora:`,
  hashes: 'Sumy kontrolne (SHA-256) obrazów i odpowiedzi. Pozostałe są w pliku sha256sums.txt.',
};

const en: ReportTexts = {
  kind: 'Technical record',
  titleVisible: 'A visible review',
  titleAbsent: 'A review that is not visible',
  shown: 'the map provider (Google Maps) showed this review to a signed-out visitor.',
  shownWithoutStars:
    'the map provider (Google Maps) showed this review to a signed-out visitor without stars.',
  notShown: 'the map provider (Google Maps) did not show this review to a signed-out visitor.',
  utc: 'Coordinated Universal Time (UTC)',
  made: 'Who made this record, and when',
  operator: 'Operator',
  contact: 'Contact',
  keyAddress: 'Address of the key',
  notGiven: 'not given',
  stamp: 'Time stamp',
  stampNone:
    'None. Only the clock of the service states the time of the check; no independent authority confirms it.',
  stampRequested: (authority) =>
    `The file timestamp.tsr, from the authority ${authority}. It confirms a moment after the check.`,
  stampFailed: (authority) =>
    `None: the authority ${authority} gave no time stamp. Only the clock of the service states the time of the check; no independent authority confirms it.`,
  about: 'What was checked',
  link: 'Link',
  leadsTo: 'Leads to',
  place: 'Place',
  reviewId: 'Review id',
  authorId: 'Author id',
  review: 'Review',
  author: 'Author',
  stars: 'Stars',
  date: 'Published',
  edited: 'Edited',
  dateUnknown: 'the exact date is not known',
  dateWords: (words, day) => `in the words of the map provider: “${words}”, read on ${day}`,
  text: 'Text',
  notKnown: 'Author, stars and text are not known: the page did not show them.',
  unknown: 'unknown',
  starsOnly: '(no text)',
  cut: (shown, all) => `[the first ${shown} of ${all} characters; manifest.json has the whole text]`,
  claimed: 'According to the requester (not checked by the service)',
  claimedHow:
    'The requester says that the review looked like this earlier. The service did not compare these data with any page.',
  claimedOn: 'Seen on',
  ledger: 'According to earlier checks by this service (not shown by the pages in this pack)',
  ledgerHow:
    'The service watches this review and read these data earlier. This pack does not hold the earlier pages.',
  ledgerReadOn: 'Read like this on',
  ledgerOn: 'Last seen on',
  notices: 'What the map provider says about this place (times in UTC)',
  moreNotices: (count) => `manifest.json has the other notices (${count}).`,
  loads: 'Pages loaded, in order',
  subjects: {
    review: 'This review',
    control: 'Control review',
    place: 'Page of a place',
    place_name: 'Page of the place (for its name alone)',
  },
  outcomes: {
    shown: 'shown',
    absent: 'not shown',
    other_place: 'page of another place',
    read: 'read',
    failed: 'proves nothing',
  },
  inFull: 'in full',
  inFullCovered: 'in full (covered here for privacy)',
  noPicture: 'No picture. manifest.json has the reason.',
  covered:
    'The names, pictures and reviews of other people are covered in the pictures. The other files hold the pages as received.',
  notCovered: 'Nothing is covered in the pictures.',
  how: 'How it was checked',
  howVisible:
    'The service place-lookup opened the link in a browser, signed out, and saw this review. It recognised the review by its identifier, or by its author and place.',
  howAbsent: (loads, controls) =>
    `The service place-lookup opened the link in a browser, signed out, each time anew. Loads in which the page answered properly and did not show the review: ${loads}. At the end, and as a rule also in between, the service opened another review that is known to be visible in the same way. Loads in which it saw that review in full: ${controls}. This is how the service tells a missing review from a disturbance.`,
  contexts:
    'Each load without the review had a new browser profile of its own. manifest.json has the ids of the profiles and the names of their cookies.',
  controlsMissing: (count) =>
    `Controls that were not shown in full, or were skipped: ${count}. manifest.json lists them.`,
  nameLoad:
    'The page of the place was opened in addition, only to state its name. The verdict does not rest on it.',
  noGlyph:
    'The fonts of this document lack some characters. Their Unicode numbers stand in brackets instead:',
  saysGone: 'Each time, the page itself said that the review is no longer available.',
  software: (service, chromium, language) =>
    `Version of the service: ${service}, version of Chromium: ${chromium}, language of the pages: ${language}.`,
  clockKept: 'The clock was synchronised',
  clockUnknown: 'It is not known whether the clock was synchronised.',
  notProven: 'What this record does not prove',
  limitsAbsent: [
    'It does not prove that the review ever existed.',
    'It does not say who or what keeps the review from being shown, why, or since when.',
  ],
  limitsVisible: ['It does not mean that the review stays visible or counts towards the rating.'],
  limits: [
    'It does not say what others see, such as signed-in visitors. It holds only for the times given.',
    'It is a technical record. It is no legal opinion and no expert opinion.',
  ],
  verify: 'How to verify it',
  verifyHow: [
    'The file verify.txt describes each step with the commands sha256sum and openssl. The program place-lookup checks everything at once: place-lookup verify-evidence FILE.zip --public-key KEY.pem.',
    'The file manifest.json is signed. It holds the hashes of all files, also of this one. If the pack has a file timestamp.tsr, the manifest has a time stamp, too.',
  ],
  key: (address) =>
    `Signed with a key (Ed25519) that the service publishes${address === null ? '' : ` at ${address}`}. Compare it with the key from its operator:`,
  hashes: 'Hashes (SHA-256) of pictures and answers. The other hashes are in sha256sums.txt.',
};
