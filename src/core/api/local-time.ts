/** Writes a time, given in milliseconds since 1970, as `YYYY-MM-DD HH:MM:SS` in the time zone of the service. */
export type LocalTime = (at: number) => string;

/** `timeZone`: IANA time zone. Make it once: this takes about 0.2 ms, a hundred times as long as using it. */
export function createLocalTime(timeZone: string): LocalTime {
  // Swedish writes dates the ISO way.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return (at) => format.format(at);
}
