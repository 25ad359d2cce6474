/** Redis cannot be reached, or did not answer in time: use the state of this replica. */
export class SharedStateUnavailable extends Error {
  override readonly name = 'SharedStateUnavailable';

  /** `isFull`: Redis has no memory left to store anything. */
  constructor(readonly isFull = false) {
    super('the shared state is not available');
  }
}

/** Answers that show that Redis cannot be used at the moment: full, read-only, without a disk, loading, or no login. */
const UNUSABLE = new Set([
  ...['OOM', 'READONLY', 'MISCONF', 'LOADING', 'BUSY', 'NOREPLICAS', 'MASTERDOWN', 'CLUSTERDOWN'],
  ...['NOAUTH', 'WRONGPASS', 'NOPERM'],
]);
/** Answers to a login that can never succeed with this configuration. */
const REFUSED_LOGINS = new Set(['NOAUTH', 'WRONGPASS']);
const NO_SUCH_DATABASE = /^ERR .*DB index/;

/** The code at the beginning of an answer of Redis; null for any other error. */
function replyCode(error: unknown): string | null {
  if (!(error instanceof Error) || error.name !== 'ReplyError') return null;
  return /^-?([A-Z]+)\b/.exec(error.message)?.[1] ?? 'ERR';
}

/** Whether this failure concerns only one command, and Redis can be used. */
export function isOfOneCommand(error: unknown): boolean {
  const code = replyCode(error);
  return code !== null && !UNUSABLE.has(code);
}

/** Explains to the operator why the settings can never work; null = they may work. */
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
 * The name of a failure in the log: a code of Redis or of the system, from closed sets. The error itself is never
 * logged: an error of ioredis holds the command with its arguments, which may include the password.
 */
export function failureName(error: unknown): string {
  const code = replyCode(error) ?? (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : 'disconnected';
}
