/** The path in `sqlite:path` and `sqlite:///path`. */
export function sqlitePath(url: string): string {
  return decodeURIComponent(url.replace(/^sqlite:(?:\/\/(?=\/))?/, ''));
}
