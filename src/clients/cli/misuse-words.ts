/** What commander says of a wrong use, and the same in Polish. The first quotes are commander's, the others the user's. */
const IN_POLISH: readonly (readonly [RegExp, string])[] = [
  [/^error: unknown command '(.*)'/s, 'nie ma polecenia „$1”.'],
  [/^error: unknown option '(.*)'/s, 'nie ma opcji „$1”.'],
  [/^error: missing required argument '(.*)'/s, 'brakuje argumentu „$1”.'],
  [/^error: option '(.*)' argument missing/s, 'opcja „$1” wymaga wartości.'],
  [/^error: option '(.*?)' argument '(.*)' is invalid\./s, 'opcja „$1”: „$2” nie pasuje.'],
  [/^error: option '(.*?)' cannot be used with option '(.*)'/s, 'opcji „$1” nie można łączyć z „$2”.'],
  [
    /^error: too many arguments(?: for '(.*)')?\. Expected (\d+) arguments? but got (\d+)\./s,
    'za dużo argumentów dla „$1”: oczekiwane $2, podane $3.',
  ],
];

/** A message of commander in Polish; as it is where this version of commander says something new. */
export function misuseWords(message: string): string {
  const found = IN_POLISH.find(([pattern]) => pattern.test(message));
  if (found === undefined) return message;
  return message
    .replace(found[0], `Błąd: ${found[1]}`)
    .replace(/\(Did you mean (?:one of )?(.*)\?\)\s*$/, '(Może: $1?)\n')
    .replace(/ Allowed choices are /, ' Dozwolone: ');
}
