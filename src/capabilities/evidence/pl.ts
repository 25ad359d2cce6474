import type { Polish } from '../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  'report.kind': 'Zapis techniczny',
  'report.title.visible': 'Opinia widoczna',
  'report.title.hidden': 'Opinia niewidoczna',
  'report.title.unclear': 'Link, który nie pokazuje miejsca',
  'report.shown': 'Mapy Google pokazały tę opinię osobie niezalogowanej.',
  'report.shownWithoutStars': 'Mapy Google pokazały tę opinię osobie niezalogowanej bez gwiazdek.',
  'report.notShown': 'Mapy Google nie pokazały tej opinii osobie niezalogowanej.',
  'report.utc': 'Czas uniwersalny (UTC)',
  'report.made': 'Kto i kiedy sporządził ten zapis',
  'report.operator': 'Operator',
  'report.contact': 'Kontakt',
  'report.keyAddress': 'Adres klucza',
  'report.notGiven': 'nie podano',
  'report.stamp': 'Znacznik czasu',
  'report.stampNone':
    'Brak. Chwilę sprawdzenia podaje tylko zegar usługi, nie potwierdza jej żaden niezależny urząd.',
  'report.stampRequested':
    'Plik timestamp.tsr, który wydał urząd {{authority}}. Znacznik potwierdza chwilę po sprawdzeniu.',
  'report.stampFailed':
    'Brak: urząd {{authority}} nie wydał znacznika. Chwilę sprawdzenia podaje tylko zegar usługi, nie potwierdza jej żaden niezależny urząd.',
  'report.about': 'Czego dotyczy sprawdzenie',
  'report.link': 'Link',
  'report.leadsTo': 'Prowadzi do',
  'report.place': 'Miejsce',
  'report.placeIds': 'Identyfikatory miejsca',
  'report.reviewId': 'ID opinii',
  'report.authorId': 'ID autora',
  'report.review': 'Opinia',
  'report.author': 'Autor',
  'report.stars': 'Gwiazdki',
  'report.date': 'Opublikowano',
  'report.edited': 'Zmieniono',
  'report.dateUnknown': 'dokładna data nie jest znana',
  'report.dateWords': 'w Mapach Google: „{{words}}”, odczytano {{day}}',
  'report.text': 'Treść',
  'report.notKnown': 'Autor, gwiazdki i treść nie są znane: strona ich nie pokazała.',
  'report.unknown': 'brak danych',
  'report.starsOnly': '(opinia bez treści)',
  'report.cut': '[pierwsze {{shown}} z {{all}} znaków; całość jest w pliku manifest.json]',
  'report.ledger': 'Według wcześniejszych sprawdzeń tej usługi (nie wynika to ze stron w tym pakiecie)',
  'report.ledgerHow':
    'Usługa obserwuje tę opinię i wcześniej odczytała te dane. Wcześniejszych stron nie ma w tym pakiecie.',
  'report.ledgerReadOn': 'Tak odczytana',
  'report.ledgerOn': 'Ostatnio widziana',
  'report.notices': 'Co Mapy Google podają o tym miejscu (godziny w czasie UTC)',
  'report.moreNotices': 'Pozostałe komunikaty ({{count}}) są w pliku manifest.json.',
  'report.loads': 'Wczytane strony, w kolejności',
  'report.subjects.review': 'Ta opinia',
  'report.subjects.control': 'Opinia kontrolna',
  'report.subjects.place': 'Strona miejsca',
  'report.subjects.place_name': 'Strona miejsca (tylko dla nazwy)',
  'report.outcomes.shown': 'pokazana',
  'report.outcomes.absent': 'niepokazana',
  'report.outcomes.other_place': 'strona innego miejsca',
  'report.outcomes.read': 'odczytana',
  'report.outcomes.no_place': 'nie pokazuje żadnego miejsca',
  'report.outcomes.failed': 'niczego nie dowodzi',
  'report.inFull': 'w całości',
  'report.inFullCovered': 'w całości (tu zakryta ze względu na prywatność)',
  'report.noPicture': 'Bez obrazu. Powód jest w pliku manifest.json.',
  'report.covered':
    'Na obrazach zakryto nazwy, zdjęcia i opinie innych osób. Pozostałe pliki zawierają strony tak, jak je otrzymano.',
  'report.notCovered': 'Na obrazach niczego nie zakryto.',
  'report.how': 'Jak sprawdzono',
  'report.howVisible':
    'Usługa place-lookup otworzyła link w przeglądarce bez logowania i zobaczyła tę opinię. Rozpoznała ją po identyfikatorze opinii albo po autorze i miejscu.',
  'report.howAbsent':
    'Usługa place-lookup otwierała link w przeglądarce bez logowania, za każdym razem od nowa. Wczytania, w których strona odpowiedziała poprawnie i nie pokazała opinii: {{loads}}. Na końcu, a zwykle także pomiędzy nimi, usługa w ten sam sposób otwierała inną opinię, o której wiadomo, że jest widoczna. Wczytania, w których zobaczyła ją w całości: {{controls}}. Tak usługa odróżnia brak opinii od zakłócenia.',
  'report.contexts':
    'Każde z wczytań bez tej opinii miało własny, nowy profil przeglądarki. Numery profili i nazwy ciasteczek są w pliku manifest.json.',
  'report.controlsMissing':
    'Opinie kontrolne, których nie pokazano w całości albo które pominięto: {{count}}. Wymienia je plik manifest.json.',
  'report.nameLoad':
    'Stronę miejsca otwarto dodatkowo, tylko żeby podać jego nazwę. Werdykt na niej nie polega.',
  'report.noGlyph':
    'Krój pisma tego dokumentu nie ma niektórych znaków. Zamiast nich podano ich numery Unicode w nawiasach:',
  'report.saysGone': 'Za każdym razem strona sama podała, że ta opinia nie jest już dostępna.',
  'report.software': 'Wersja usługi: {{service}}, wersja Chromium: {{chromium}}, język stron: {{language}}.',
  'report.notProven': 'Czego ten zapis nie dowodzi',
  'report.limitsAbsent':
    'Nie dowodzi, że opinia kiedykolwiek istniała.\nNie mówi, dlaczego opinia nie jest wyświetlana, od kiedy ani kto lub co to spowodowało.',
  'report.limitsVisible':
    'Nie gwarantuje, że opinia pozostanie widoczna ani że jest wliczana do średniej ocen.',
  'report.limits':
    'Nie mówi, co widzą inni, w tym osoby zalogowane. Dotyczy tylko podanych chwil.\nTo zapis techniczny. Nie jest opinią prawną ani opinią biegłego.',
  'report.verify': 'Jak zweryfikować',
  'report.verifyHow':
    'Plik sprawdz-dowod.html z pakietu otwiera się w przeglądarce i sprawdza plik ZIP bez poleceń i bez internetu. Kto ma wątpliwości co do nadawcy, bierze tę stronę od operatora usługi: {{page}}. Plik jak-sprawdzic.txt opisuje każdy krok z poleceniami sha256sum i openssl. Program place-lookup: place-lookup verify-evidence PLIK.zip --public-key KLUCZ.pem.\nPodpisany jest plik manifest.json, który zawiera sumy kontrolne wszystkich plików, także tego. Jeśli pakiet zawiera plik timestamp.tsr, manifest ma też znacznik czasu.',
  'report.key':
    'Podpisano kluczem (Ed25519), który publikuje usługa. Porównaj go z kluczem od jej operatora:',
  'report.keyAt':
    'Podpisano kluczem (Ed25519), który publikuje usługa pod adresem {{address}}. Porównaj go z kluczem od jej operatora:',
  'report.hashes': 'Sumy kontrolne (SHA-256) obrazów i odpowiedzi. Pozostałe są w pliku sha256sums.txt.',
  'file.verify': 'jak-sprawdzic.txt',
  'file.report': 'raport.pdf',
  cover: 'Opinia innej osoby (zakryta)',
  'bar.local': 'czas lokalny',
  'bar.bar': 'Pasek dodany przez place-lookup. Obraz strony zaczyna się pod czarną linią.',
  'bar.cut': 'Strona jest dłuższa: obraz pokazuje jej początek.',
  'verify.title': 'JAK SPRAWDZIĆ TEN PAKIET DOWODOWY',
  'verify.what':
    'Pakiet jest zapisem technicznym tego, co Mapy Google pokazały w określonej chwili. Bez tej strony sprawdzisz go poleceniami: rozpakuj plik ZIP, otwórz terminal w nowym folderze i wykonaj podane polecenia. Potrzebne są programy sha256sum i OpenSSL 3. Internet i konto nie są potrzebne.',
  'verify.files':
    '1. Żaden plik nie został zmieniony. Każdy wiersz musi się kończyć słowem „OK” (albo „DOBRZE”, jeśli system działa w języku polskim).',
  'verify.others':
    'Plik, którego nie ma na liście {{sums}}, nie należy do zapisu. Na liście nie ma tylko jej samej oraz plików manifest.json, signature.json i timestamp.tsr.',
  'verify.manifest': '2. Manifest wymienia właśnie tę listę. Polecenie musi wypisać 1.',
  'verify.signed':
    '3. Manifest jest podpisany. Ostatnie polecenie musi wypisać „Signature Verified Successfully”.',
  'verify.key':
    '4. Podpis złożono kluczem usługi. Każdy może podpisać pakiet własnym kluczem, dlatego porównaj oba wyniki z kluczem, który operator usługi publikuje pod /api/evidence-key. Ten pakiet podpisano kluczem',
  'verify.stamp':
    '5. Tylko jeśli jest plik timestamp.tsr, który potwierdza, że niezależny urząd znacznika czasu widział manifest w określonej chwili. Plik ca.pem to certyfikat tego urzędu, pobrany z jego strony. Pierwsze polecenie musi wypisać „Verification: OK”, drugie pokazuje czas. Jeśli certyfikat od tego czasu wygasł, dopisz do pierwszego polecenia -attime i czas znacznika w sekundach od 1970 roku.',
  'verify.page':
    'Najprościej: otwórz w przeglądarce plik sprawdz-dowod.html z tego pakietu i wskaż w nim cały, oryginalny plik ZIP. Strona działa bez internetu i niczego nie wysyła. Jeśli masz wątpliwości co do osoby, od której masz pakiet, nie używaj strony z pakietu: weź ją od operatora usługi (w konsoli: Dowody, „Pobierz tę stronę jako plik”), pod adresem',
  'verify.all':
    'To wszystko naraz sprawdza program place-lookup, jeśli go masz. Opcje --public-key i --ca wskazują pliki z kluczem usługi i z certyfikatem urzędu.',
} satisfies Polish<typeof en>;
