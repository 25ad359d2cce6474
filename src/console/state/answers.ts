/**
 * Recognises an answer, or a line of one, by a key that it must have. The page comes from the service that answers, so
 * the console checks no further.
 */
export function hasKey<T>(key: keyof T & string): (value: unknown) => value is T {
  return (value): value is T => typeof value === 'object' && value !== null && key in value;
}
