/** SQLite's and PostgreSQL's words for a disk without room. */
const FULL_CODES: ReadonlySet<unknown> = new Set([13, '53100']);

/** Whether a statement failed because the disk of the database is full. */
export function isDiskFull(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { readonly errcode?: unknown; readonly code?: unknown };
  return FULL_CODES.has(errcode) || FULL_CODES.has(code);
}
