import { SettingsError } from '../core/errors.js';
import { EXIT, type ExitCode, ExitError } from '../kit/terminal/exit.js';
import { systemReason } from '../kit/terminal/failure-text.js';
import type { Session } from '../kit/terminal/session.js';
import { report, type ToolResult } from '../kit/terminal/tool-result.js';

// Commands that run modules of the service in this process. Each module is loaded when its command runs.

/** `backup DIR`: copies the data of the service of this machine, also while it runs. */
export async function backup(session: Session, folder: string): Promise<ExitCode> {
  return inFiles(session, async () => {
    const { makeBackup } = await import('../kit/store/backup.js');
    return makeBackup(folder, session.language);
  });
}

/** Runs a tool that reads and writes files. Errors of the file system and of SQLite are one line. */
async function inFiles(session: Session, tool: () => Promise<ToolResult>): Promise<ExitCode> {
  const result = await tool().catch((error: unknown): never => {
    if (error instanceof SettingsError) throw error;
    throw new ExitError(EXIT.failure, systemReason(error, session.t));
  });
  return report(session, result);
}
