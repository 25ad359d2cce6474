/** What rounds came to: their median, and the lowest and highest of them. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** The value below which the share `q` of the values lies, between neighbours in proportion; NaN of none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

export function spreadOf(values: readonly number[]): Spread {
  return { median: quantile(values, 0.5), low: Math.min(...values), high: Math.max(...values) };
}

/** `12.3 (11.9–12.8)`; the median alone when the rounds agree to the last digit shown, or there was one. */
export function spreadText({ median, low, high }: Spread, digits = 0): string {
  const [middle, least, most] = [median, low, high].map((value) => numberText(value, digits));
  return least === most ? String(middle) : `${middle} (${least}–${most})`;
}

/** With thousands apart. */
export function numberText(value: number, digits = 0): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The element at `index`, counted round and round. Throws when the list is empty. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
}
