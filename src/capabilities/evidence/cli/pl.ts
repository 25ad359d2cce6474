import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  'commands.evidence':
    'zapisz pakiet dowodowy (ZIP) dla każdej opinii: z linków albo z listy jak w check; istniejące pakiety nie są sporządzane ponownie',
  'commands.verify':
    'sprawdź pakiet dowodowy bez sieci: kod 0, gdy jest nienaruszony, podpisany kluczem z --public-key, a werdykt wynika z wczytań; 4, gdy brakuje tylko klucza; w przeciwnym razie 1 i wiersz o każdym błędzie',
  'options.out': 'katalog na pakiety dowodowe',
  'options.blur': 'others: na obrazach zakryj opinie innych osób; none: niczego nie zakrywaj',
  'options.publicKey': 'klucz publiczny usługi (PEM), którym pakiet musi być podpisany',
  'options.ca': 'zaufane certyfikaty urzędu znacznika czasu (PEM); domyślnie certyfikaty Node.js',
  example: 'dowod',
  title: 'Pakiety dowodowe',
  progress: 'Pakiety',
  link: 'Link',
  state: 'Stan',
  file: 'Plik',
  'states.made': 'zapisany  ',
  'states.exists': 'już jest  ',
  'states.failed': 'brak      ',
  summary:
    'Linki: {{total}}. Pakiety zapisane: {{made}}, już istniejące: {{exists}}, niesporządzone: {{failed}}.',
  summaryLeft:
    'Linki: {{total}}. Pakiety zapisane: {{made}}, już istniejące: {{exists}}, niesporządzone: {{failed}}, nierozpoczęte: {{missing}}.',
} satisfies Polish<typeof en>;
