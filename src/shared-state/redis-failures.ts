/** Redis cannot be asked at the moment, or did not answer in time: go on from what this replica knows. */
export class SharedStateUnavailable extends Error {
  override readonly name = 'SharedStateUnavailable';

  /** `isFull`: Redis has no memory left to store anything. */
  constructor(readonly isFull = false) {
    super('the shared state is not available');
  }
}

/** Answers of Redis that say it cannot be used as it is: full, read-only, without a disk, loading, or no login. */
const UNUSABLE = new Set([
  ...['OOM', 'READONLY', 'MISCONF', 'LOADING', 'BUSY', 'NOREPLICAS', 'MASTERDOWN', 'CLUSTERDOWN'],
  ...['NOAUTH', 'WRONGPASS', 'NOPERM'],
]);
/** Answers to a login that can never succeed as it is configured. */
const REFUSED_LOGINS = new Set(['NOAUTH', 'WRONGPASS']);
const NO_SUCH_DATABASE = /^ERR .*DB index/;

/** The code an answer of Redis begins with; null for any other error. */
function replyCode(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return null;
  return /^-?([A-Z]+)\b/.exec(error.message)?.[1] ?? 'ERR';
}

/** Whether this failure concerns one command only, and Redis is well. */
export function isOfOneCommand(error: unknown): boolean {
  const code = replyCode(error);
  return code !== null && !UNUSABLE.has(code);
}

/** Why the settings can never work, for the operator; null when they may. */
export function loginProblem(error: unknown): string | null {
  const code = replyCode(error);
  if (code === null) return null;
  if (REFUSED_LOGINS.has(code))
    return `Redis refuses the login of REDIS_URL (${code}). Check the user and the password.`;
  if (error instanceof Error && NO_SUCH_DATABASE.test(error.message))
    return 'Redis does not have the database that REDIS_URL names. Check the number at its end.';
  return null;
}

/**
 * What a failure is called in the log: a code of Redis or of the system, from closed sets. An error of ioredis holds
 * the command with its arguments, the password among them, and is never logged itself.
 */
export function failureName(error: unknown): string {
  const code = replyCode(error) ?? (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'disconnected';
}
