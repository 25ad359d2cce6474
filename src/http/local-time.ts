/** `YYYY-MM-DD HH:MM:SS` in an IANA time zone; `at` in milliseconds since 1970. For many times use `localTimes`. */
export function localTime(at: number, timeZone: string): string {
  return localTimes(timeZone)(at);
}

/** `localTime` for many times: making the format takes about 0.2 ms, a hundred times as long as using it. */
export function localTimes(timeZone: string): (at: number) => string {
  // Swedish writes dates the ISO way.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}

/** `YYYY-MM-DD` in an IANA time zone. */
export function localDate(at: number, timeZone: string): string {
  return localTime(at, timeZone).slice(0, 10);
}
