import { EXIT, type ExitCode, ExitError } from '../../../kit/terminal/exit.js';
import { systemReason } from '../../../kit/terminal/failure-text.js';
import { isJsonFormat, type Session } from '../../../kit/terminal/session.js';
import { report } from '../../../kit/terminal/tool-result.js';

interface VerifyOptions {
  readonly publicKey?: string;
  readonly ca?: string;
}

/** `verify-evidence FILE`: checks an evidence pack without a service. */
export async function verifyEvidence(
  session: Session,
  file: string,
  { publicKey, ca }: VerifyOptions,
): Promise<ExitCode> {
  const { t, language } = session;
  const isJson = isJsonFormat(session, 'verify-evidence');
  const evidence = await import('./verify-evidence.js');
  const request = { file, key: publicKey ?? null, ca: ca ?? null, isJson, language };
  const result = await evidence.verifyEvidence(request).catch((error: unknown): never => {
    throw new ExitError(EXIT.usage, systemReason(error, t));
  });
  return report(session, result);
}
