/** The path in `sqlite:path` and `sqlite:///path`. */
export function sqlitePath(url: string): string {
  return decodeURIComponent(url.replace(/^sqlite:(?:\/\/(?=\/))?/, ''));
}

/** The address of an SQLite file. */
export function sqliteUrl(path: string): string {
  return `sqlite:${encodeURIComponent(path)}`;
}
