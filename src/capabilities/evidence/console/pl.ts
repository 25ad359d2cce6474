import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  intro:
    'Sprawdź, czy pakiet dowodowy jest niezmieniony, czyim kluczem go podpisano i co z niego wynika. Plik zostaje na tym komputerze: sprawdza go przeglądarka, nic nie jest wysyłane.',
  check: 'Sprawdź dowód',
  choose: 'Wybierz pakiet (ZIP)',
  drop: 'albo upuść pliki tutaj. Razem z pakietem można dodać klucz publiczny operatora (plik PEM).',
  checking: 'Sprawdzanie pakietu…',
  packsIn: 'Pakiety w pliku {{name}}: {{value}}. Każdy sprawdzono osobno.',
  checked: 'Sprawdzono: {{name}}.',
  'unable.insecure':
    'Ta strona jest otwarta bez HTTPS, a wtedy przeglądarka nie sprawdza podpisów. Otwórz ją przez HTTPS, albo poproś administratora o polecenie „place-lookup verify-evidence”.',
  'unable.unknown_algorithm':
    'Ta przeglądarka nie zna podpisów Ed25519, więc nie sprawdzi pakietu. Użyj aktualnej wersji Chrome, Edge, Firefoksa lub Safari.',
  keyFile: 'Klucz z pliku „{{name}}” będzie porównany z podpisem pakietu.',
  'result.service': 'Pakiet jest niezmieniony. Podpisano go kluczem tej usługi.',
  'result.given': 'Pakiet jest niezmieniony. Podpisano go kluczem z pliku „{{name}}”.',
  'result.unknown': 'Pakiet jest niezmieniony od podpisania, ale nie wiadomo, kto go podpisał.',
  'result.otherThanGiven': 'Pakiet podpisano innym kluczem niż klucz z pliku „{{name}}”.',
  'result.wrong': 'Na tym pakiecie nie można polegać.',
  'question.unchanged': 'Czy jest niezmieniony?',
  'question.signer': 'Kto go podpisał?',
  'question.follows': 'Co z niego wynika?',
  'question.time': 'Kiedy powstał?',
  'question.limits': 'Czego z niego nie widać?',
  unchanged: 'Tak. Plików w pakiecie: {{files}}; każdy jest taki sam jak w chwili podpisania.',
  'signer.service': 'Klucz, który publikuje ta usługa ({{host}}).',
  'signer.given': 'Klucz z pliku „{{name}}”.',
  'signer.notService':
    'To nie jest klucz tej usługi ({{host}}). Każdy może podpisać pakiet własnym kluczem: porównaj numer klucza z kluczem operatora.',
  'signer.unknown':
    'Nie ma tu klucza, z którym można by go porównać. Każdy może podpisać pakiet własnym kluczem: dodaj plik z kluczem operatora albo porównaj numer klucza.',
  'signer.operator': 'Jako operator podaje się: {{name}}.',
  'signer.noOperator': 'Pakiet nie podaje swojego operatora.',
  'signer.keyUrl': 'Operator publikuje klucz pod adresem',
  'signer.id': 'Numer klucza:',
  'follows.visible': 'Opinia była wtedy pokazywana. Strona pokazała ją w całości (wczytanie {{reviews}}).',
  'follows.unclear':
    'Link nie pokazał wtedy miejsca (wczytania {{reviews}}). Zaraz potem inne opinie, czyli kontrolne, były pokazane w całości (wczytania {{controls}}), więc strona działała. Link może być niekompletny: to nie dowodzi, że opinia nie była pokazywana.',
  'follows.hidden':
    'Opinia nie była wtedy pokazywana. Nie pokazało jej żadne z wczytań jej strony ({{reviews}}), każde w osobnej, czystej przeglądarce bez konta. Zaraz potem inne opinie, czyli kontrolne, były pokazane w całości (wczytania {{controls}}), więc strona działała.',
  'follows.record': 'Usługa sporządziła te pliki jako zapis klienta {{client}}, od {{from}} do {{to}}.',
  'follows.reason': 'Powód: {{reason}}',
  'time.made': '{{at}} według zegara usługi ({{utc}} UTC).',
  'time.none': 'Nie ma znacznika czasu niezależnego urzędu.',
  'time.failed': 'Urząd nie wydał znacznika czasu: {{why}}.',
  'time.unchecked':
    'Pakiet ma znacznik czasu urzędu {{authority}} (plik timestamp.tsr). Ta strona go nie sprawdza: sprawdzi go „place-lookup verify-evidence” albo „openssl ts -verify”.',
  'limits.hidden':
    'Kto lub co sprawiło, że opinia nie jest pokazywana, i czy wróci. „Niewidoczna” nie znaczy „usunięta”. Podpis mówi, że pakietu nikt potem nie zmienił; nie zastępuje osoby, która ręczy za klucz.',
  'limits.record':
    'Tego, czy zapis mówi prawdę. Podpis oznacza, że nikt później nie zmienił plików; nie zastępuje osoby, która ręczy za klucz.',
  'limits.visible':
    'Czy opinia była pokazywana przedtem lub potem. Podpis mówi, że pakietu nikt potem nie zmienił; nie zastępuje osoby, która ręczy za klucz.',
  'fact.place': 'Miejsce',
  'fact.client': 'Klient (według tej usługi)',
  'fact.ids': 'Miejsce w Mapach Google',
  'fact.checked': 'Sprawdzono',
  'fact.sum': 'SHA-256 pliku',
  print: 'Drukuj protokół sprawdzenia',
  'paper.title': 'Protokół sprawdzenia dowodu',
  'paper.how':
    'Jak powtórzyć sprawdzenie: otwórz w przeglądarce stronę sprawdz-dowod.html, która jest w każdym pakiecie i pod adresem operatora (/console/sprawdz-dowod.html), i wybierz plik; albo użyj polecenia „place-lookup verify-evidence”. Internet nie jest potrzebny. Ten sam skrót SHA-256 oznacza ten sam plik; numer klucza porównaj z kluczem operatora.',
  'paper.by': 'Sprawdził(a) (imię i nazwisko, data, podpis): ……………………………………',
  'fact.author': 'Autor opinii',
  'fact.link': 'Link',
  'fact.seenByWatch': 'Opinia, jak ją odczytała usługa ({{on}})',
  loads: 'Wczytania stron ({{count}})',
  'load.number': 'Nr',
  'load.what': 'Co wczytano',
  'load.when': 'Kiedy',
  'load.outcome': 'Wynik',
  'purpose.review': 'Opinia',
  'purpose.control': 'Opinia kontrolna',
  'purpose.place': 'Strona miejsca',
  'purpose.place_name': 'Nazwa miejsca',
  'outcome.shown': 'pokazana',
  'outcome.absent': 'niepokazana',
  'outcome.other_place': 'strona innego miejsca',
  'outcome.read': 'odczytana',
  'outcome.no_place': 'nie pokazuje żadnego miejsca',
  'outcome.failed': 'bez wyniku',
  'offline.choose':
    'Jeśli ta strona leży w folderze rozpakowanego dowodu, wskaż plik ZIP, z którego ten folder powstał. Nie masz pewności, skąd jest ta strona? Weź ją od operatora usługi, pod jej adresem: /console/sprawdz-dowod.html.',
  offline: 'Pobierz tę stronę jako plik',
  'offline.about': '– do sprawdzania bez internetu i do przekazania razem z dowodem.',
} satisfies Polish<typeof en>;
