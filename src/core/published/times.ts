/** Milliseconds since 1970 in ISO 8601 and UTC, to the second. */
export function utcTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

type Both<Name extends string, Text> = { readonly [Key in Name | `${Name}_utc`]: Text };

/** A time as it is published: under its name in the time zone of the service, and under `<name>_utc` in UTC. */
export function inBothZones<Name extends string>(
  name: Name,
  at: number,
  localTime: (at: number) => string,
): Both<Name, string>;
export function inBothZones<Name extends string>(
  name: Name,
  at: number | null,
  localTime: (at: number) => string,
): Both<Name, string | null>;
export function inBothZones(name: string, at: number | null, localTime: (at: number) => string) {
  const texts = at === null ? [null, null] : [localTime(at), utcTime(at)];
  return { [name]: texts[0], [`${name}_utc`]: texts[1] };
}
