import type { Polish } from '../../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  dataFolderFails:
    'Usługa nie może zapisywać w swoim folderze danych (DATA_DIR), dlatego listy, obserwacje i pakiety dowodowe są niedostępne. Komunikat systemu: {{reason}}.',
} satisfies Polish<typeof en>;
