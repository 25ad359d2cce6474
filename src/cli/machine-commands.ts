import { SettingsError } from '../core/errors.js';
import { EXIT, type ExitCode, ExitError } from '../kit/terminal/exit.js';
import { systemReason } from '../kit/terminal/failure-text.js';
import type { Session } from '../kit/terminal/session.js';
import { report } from '../kit/terminal/tool-result.js';

/** `backup DIR`: copies the data of the service of this machine, also while it runs. */
export async function backup(session: Session, folder: string): Promise<ExitCode> {
  const { makeBackup } = await import('../kit/store/backup.js');
  // Errors of the file system and of SQLite are one line.
  const result = await makeBackup(folder, session.language).catch((error: unknown): never => {
    if (error instanceof SettingsError) throw error;
    throw new ExitError(EXIT.failure, systemReason(error, session.t));
  });
  return report(session, result);
}
