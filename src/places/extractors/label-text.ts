/** The text without outer white space; null when nothing is left. */
export function trimmed(text: string | null): string | null {
  const value = text?.trim() ?? '';
  return value === '' ? null : value;
}
