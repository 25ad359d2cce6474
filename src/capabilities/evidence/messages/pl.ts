import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  blurInvalid: 'Parametr „blur” może mieć wartość others albo none.',
  evidenceWithoutKey:
    'Ta usługa nie sporządza pakietów dowodowych: administrator nie ustawił EVIDENCE_KEY_FILE, czyli pliku z kluczem do podpisywania.',
  evidenceKeyUnusable:
    'Pakietów dowodowych nie da się podpisać: nie można użyć pliku z kluczem do podpisywania. Powód jest w dzienniku usługi.',
  evidenceLoadsUsedUp:
    'Nie udało się potwierdzić wyniku w granicach limitu odczytów stron ({{most}}), więc pakiet dowodowy nie powstał. Spróbuj ponownie później.',
  packsAtOnce:
    'Osiągnięto limit pakietów dowodowych, które jeden klient może zamawiać jednocześnie: {{most}}. Spróbuj ponownie, gdy jeden z nich będzie gotowy.',
} satisfies Polish<typeof en>;
