import type { Polish } from '../../core/texts/catalogue.js';
import type { en } from './en.js';

export const pl = {
  noData: 'Usługa nie przechowuje danych (DATA_DIR=none).',
  isPostgres:
    'Baza jest w PostgreSQL. Jej kopię robi pg_dump, a odtwarza pg_restore (docs/operation.md, „Backup and restore”); folder pakietów i plik klucza skopiuj osobno.',
  nothing: 'Nie ma pliku {{file}}: nie ma czego kopiować.',
  done: 'Kopia jest w folderze {{folder}}. Bazy w kopii są spójne.\n',
  exists:
    '{{path}} już istnieje. Podaj nowy folder. Folder o nazwie zakończonej na .part to pozostałość przerwanej kopii: usuń go.',
} satisfies Polish<typeof en>;
