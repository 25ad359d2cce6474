/** Writes a time, given in milliseconds since 1970, as `YYYY-MM-DD HH:MM:SS` in the time zone of the service. */
export type LocalTime = (at: number) => string;

const HOUR_MS = 3_600_000;

/** When a day, `YYYY-MM-DD`, begins in the time zone of `localTime`, in milliseconds since 1970. */
export function beginOf(day: string, localTime: LocalTime): number {
  let [before, at] = [Date.parse(day) - 15 * HOUR_MS, Date.parse(day) + 15 * HOUR_MS];
  while (at - before > 1) {
    const middle = Math.floor((before + at) / 2);
    if (localTime(middle) < day) before = middle;
    else at = middle;
  }
  return at;
}

/** `timeZone`: IANA time zone. Make it once: this takes about 0.2 ms, a hundred times as long as using it. */
export function createLocalTime(timeZone: string): LocalTime {
  // Swedish writes dates the ISO way.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}
