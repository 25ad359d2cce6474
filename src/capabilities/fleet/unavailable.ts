/** SQLSTATE: a table does not exist. Somebody has dropped it, and it is made anew. */
export const NO_TABLE = '42P01';
/** Classes of SQLSTATE that concern one statement: data, constraints, deadlocks, syntax and names. */
const OF_ONE_STATEMENT = new Set(['22', '23', '40', '42']);
/** Answers to a login that can never succeed with this configuration: password, role, database. */
const REFUSED_LOGINS = new Set(['28P01', '28000', '3D000']);

function codeOf(error: unknown): string | null {
  const code = (error as { readonly code?: unknown } | null)?.code;
  return typeof code === 'string' && /^[A-Z0-9][A-Z0-9_]{1,60}$/.test(code) ? code : null;
}

/** Whether this failure concerns only one statement, and the database can be used. */
export function isOfOneStatement(error: unknown): boolean {
  const code = codeOf(error);
  return code !== null && code !== NO_TABLE && code.length === 5 && OF_ONE_STATEMENT.has(code.slice(0, 2));
}

/** Explains to the operator why the settings can never work; null = they may work. */
export function loginProblem(error: unknown): string | null {
  const code = codeOf(error);
  return code !== null && REFUSED_LOGINS.has(code)
    ? `PostgreSQL refuses the login of DATABASE_URL (${code}). Check the user, the password and the name of the database.`
    : null;
}

/**
 * The name of a failure in the log: an SQLSTATE or a code of the system. The error itself is not logged: its text may
 * hold values of the statement.
 */
export function failureName(error: unknown): string {
  return codeOf(error) ?? 'disconnected';
}
