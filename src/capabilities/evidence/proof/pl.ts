import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  'flaw.verdict_contradicts_reason': 'werdykt i jego powód przeczą sobie',
  'flaw.too_few_absences': 'potrzebne są co najmniej dwa wczytania bez tej opinii',
  'flaw.reasons_differ': 'wczytania mają inny powód niż werdykt',
  'flaw.review_shown': 'wczytanie pokazuje tę opinię',
  'flaw.review_in_data': 'dane wczytania zawierają tę opinię',
  'flaw.same_context': 'wczytania bez opinii miały wspólny profil przeglądarki',
  'flaw.no_control': 'po wczytaniu bez opinii nie pokazano w całości opinii kontrolnej',
  'flaw.control_of_other_form':
    'adres opinii lub opinii kontrolnej nie jest zbudowany z samych identyfikatorów albo oba adresy mają inną postać',
  'flaw.controls_missing':
    'nie pokazano opinii kontrolnych tego miejsca, więc zakłócone mogło być samo miejsce',
  'flaw.no_place_page':
    'wśród wczytań brak strony miejsca, a nie wszystkie strony mówią, że tej opinii już nie ma',
  'flaw.not_shown_in_full': 'po wykonaniu obrazu strona nie pokazywała opinii w całości',
  'flaw.no_picture': 'brak obrazu strony z opinią',
  'problem.not_a_zip': 'To nie jest cały plik ZIP.',
  'problem.zip_form':
    'Ten ZIP ma inną postać niż pliki usługi, więc inne programy mogą w nim widzieć inne pliki. Spakowano go ponownie albo zmieniono. {{subject}}',
  'problem.not_read': 'Pliku nie udało się odczytać, więc nie został sprawdzony. Wybierz go jeszcze raz.',
  'problem.too_large':
    'Plik jest za duży, więc nie został rozpakowany. Jeśli są w nim pakiety, rozpakuj go i wybierz je osobno. {{subject}}',
  'problem.path_outside': 'Niedozwolona ścieżka: {{subject}}',
  'problem.duplicate_name': 'Dwa pliki o tej samej nazwie: {{subject}}',
  'problem.not_a_file': 'To nie jest zwykły plik: {{subject}}',
  'problem.unreadable_file': 'Plik jest uszkodzony albo zmieniony: {{subject}}',
  'problem.no_manifest': 'To nie jest pakiet dowodowy: brak pliku manifest.json.',
  'problem.manifest_invalid': 'Błędny plik manifest.json: {{subject}}',
  'problem.file_missing': 'Brak pliku: {{subject}}',
  'problem.file_added': 'Tego pliku nie ma w manifeście: {{subject}}',
  'problem.file_changed': 'Plik różni się od zapisu w manifeście: {{subject}}',
  'problem.signature_missing': 'Brak podpisu: {{subject}}',
  'problem.signature_unreadable': 'Nieczytelny podpis: {{subject}}',
  'problem.signature_invalid': 'Podpis nie pasuje do manifestu: {{subject}}',
  'problem.signature_other_manifest': 'Podpis należy do innego manifestu: {{subject}}',
  'problem.key_other': 'Podpisano innym kluczem: {{subject}}',
  'problem.stamp_missing': 'Brak znacznika czasu: {{subject}}',
  'problem.stamp_unexpected': 'Manifest nie wymienia tego znacznika czasu: {{subject}}',
  'problem.stamp_unreadable': 'Nieczytelny znacznik czasu: {{subject}}',
  'problem.stamp_refused': 'Urząd odmówił znacznika czasu: {{subject}}',
  'problem.stamp_other_manifest': 'Znacznik czasu należy do innego manifestu: {{subject}}',
  'problem.stamp_invalid': 'Podpis znacznika czasu jest błędny: {{subject}}',
  'problem.stamp_not_an_authority': 'Certyfikat nie służy do znaczników czasu: {{subject}}',
  'problem.stamp_expired': 'W chwili znacznika certyfikat urzędu nie był ważny: {{subject}}',
  'problem.stamp_untrusted':
    'Urząd znacznika czasu nie jest zaufany: {{subject}}. Jego certyfikat wskaż w --ca.',
  'problem.clock_differs_from_stamp':
    'Zegar usługi różni się o ponad 5 minut od znacznika czasu: {{subject}}',
  'problem.made_in_future':
    'Pakiet ma czas z przyszłości: {{subject}}. Błędny jest zegar usługi albo tego komputera.',
  'problem.times_out_of_order': 'Czasy w manifeście przeczą sobie: {{subject}}',
  'problem.verdict_not_supported': 'Werdykt nie wynika z wczytań: {{subject}}',
  flawOfLoads: '{{flaw}} (wczytania: {{loads}})',
  notAKey: '{{key}}: to nie jest klucz publiczny Ed25519 (PEM).',
  noCertificates: '{{ca}}: w pliku nie ma certyfikatów (PEM).',
  notValid: '{{file}}: pakiet jest nieprawidłowy.',
  record:
    '✓ Zapis klienta {{client}}, od {{from}} do {{to}}: pliki są takie, jakie podpisała usługa. Podpis nie dowodzi, że ich treść jest prawdziwa.',
  files: '✓ Pliki: {{files}}, wszystkie zgodne z manifestem.',
  signedByGiven: '✓ Podpisano podanym kluczem {{keyId}}.',
  signedByUnknown:
    '? Podpisano kluczem {{keyId}}. Każdy może podpisać pakiet własnym kluczem: wskaż klucz publiczny operatora w --public-key.',
  valid: '{{file}}: pakiet jest prawidłowy. Sporządzono {{made}}.',
  intact: '{{file}}: pakiet jest nienaruszony, ale nie wiadomo, kto go podpisał. Sporządzono {{made}}.',
  'follows.visible': '✓ Werdykt wynika z wczytań: opinia widoczna (wczytanie {{reviews}}).',
  'follows.unclear':
    '✓ Werdykt wynika z wczytań: link nie pokazuje miejsca, {{reason}} (wczytania: {{reviews}}; opinie kontrolne: {{controls}}). Link może być niekompletny: to nie dowodzi, że opinia nie jest pokazywana.',
  'follows.hidden':
    '✓ Werdykt wynika z wczytań: opinia niewidoczna, {{reason}} (wczytania bez opinii: {{reviews}}; opinie kontrolne: {{controls}}).',
  noStampReason: ': urząd go nie wydał ({{why}})',
  noStamp: '- Pakiet nie ma znacznika czasu{{reason}}.',
  stamp: '✓ Znacznik czasu: {{at}}, {{signer}}.',
  stampExpired: '! Certyfikat urzędu wygasł {{end}}, po czasie znacznika.',
} satisfies Polish<typeof en>;
