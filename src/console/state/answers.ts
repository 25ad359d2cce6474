/**
 * Recognises an answer, or a line of an answer, by a required key. The console needs no further check, because the page
 * and the answers come from the same service.
 */
export function hasKey<T>(key: keyof T & string): (value: unknown) => value is T {
  return (value): value is T => typeof value === 'object' && value !== null && key in value;
}
