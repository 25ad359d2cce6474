import { z } from 'zod';
import { type SettingGroup, setting } from '../../core/config/config.js';

/** The address of the database of the data. The error message does not quote the text, which may hold a password. */
const databaseUrl = z
  .string()
  // No check by URL: the address of a socket, postgres://user@/database?host=/run/postgresql, has no host.
  .regex(
    /^(?:sqlite:.+|postgres(?:ql)?:\/\/\S+)$/,
    'must be sqlite:<path>, sqlite:///<path> or postgres://[user:password@]host[:port]/database',
  );

/** Where data are kept. Every capability that keeps data declares these settings. */
export const DATA_SETTINGS = {
  title: 'Data',
  shape: {
    DATABASE_URL: setting(
      databaseUrl.optional(),
      'The database of jobs and watched subjects, if it is not in `DATA_DIR`: `postgres://user:password@host/database` for several machines, or another SQLite file, `sqlite:///folder/file.db`; the file of jobs, `jobs.db`, is then in the folder of that file.',
      'SQLite in `DATA_DIR`',
    ),
    DATA_DIR: setting(
      z.string().min(1).optional(),
      'The folder on a local disk where the service keeps its data: SQLite files of watched subjects (`place-lookup.db`) and of jobs (`jobs.db`), the signing key, and evidence packs of watched subjects. One process at a time uses the folder. `none`: the service keeps no data. With a file in `DATABASE_URL`, the default is the folder of the file. With PostgreSQL there is no default: the folder has only the packs and must be shared by all replicas; without the folder no packs are kept.',
      '`./data`; in the image `/data`',
    ),
    EVIDENCE_KEY_FILE: setting(
      z.string().min(1).optional(),
      'The file of the Ed25519 key that signs evidence packs (PKCS #8, PEM). If it does not exist, the service makes the file at its first use, readable only by the user of the service. A file that others can read is refused. With PostgreSQL it has no default, because all replicas need the same key: if it is not set, the service makes no evidence packs.',
      '`evidence-key.pem` in `DATA_DIR`',
    ),
  },
} as const satisfies SettingGroup;
