/** The text without outer white space; null if it is empty. */
export function trimmed(text: string | null): string | null {
  const value = text?.trim() ?? '';
  return value === '' ? null : value;
}
