/** `YYYY-MM-DD HH:MM:SS` in an IANA time zone; `at` in milliseconds since 1970. */
export function localTime(at: number, timeZone: string): string {
  // Swedish writes dates the ISO way.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(at);
}

/** `YYYY-MM-DD` in an IANA time zone. */
export function localDate(at: number, timeZone: string): string {
  return localTime(at, timeZone).slice(0, 10);
}
