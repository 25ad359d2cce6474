/** The value below which the share `q` of the values lies, between neighbours in proportion; NaN of none. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? Number.NaN;
  return low + (high - low) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** `12.3 (11.9–12.8)`: median, lowest and highest round; the median alone when all rounds show the same digits. */
export function spreadText(rounds: readonly number[], digits = 0): string {
  const [middle, least, most] = [median(rounds), Math.min(...rounds), Math.max(...rounds)].map((value) =>
    numberText(value, digits),
  );
  return least === most ? String(middle) : `${middle} (${least}–${most})`;
}

/** A number with groups of thousands. */
export function numberText(value: number, digits = 0): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The element at `index`; after the last element the first follows. Throws when the list is empty. */
export function at<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('an empty list');
  return found;
}
