import { BUILT_IN } from './built-in.js';
import { mergeRules, readRulesFile } from './load-rules.js';
import { type ExpectedForm, faultLine, faultText, type RulesFault } from './parse-rules.js';

/** Returns the text in the user's language. */
export type Say = (pl: string, en: string) => string;

/**
 * The result of a tool: a text for standard output, or lines that say why it could not begin. `isGood`: false if the tool
 * has found a problem.
 */
export type ToolResult =
  /** `isOpen`: nothing is wrong, but something that the result needs is not known. */
  | { readonly text: string; readonly isGood: boolean; readonly isOpen?: boolean }
  | { readonly faults: readonly string[] };

/** Checks a rules file. Each fault is one line, `FILE:LINE: fault`. */
export async function checkRules(path: string, say: Say): Promise<ToolResult> {
  const reading = await readRulesFile(path);
  if (reading.kind !== 'rules') return { faults: faultLines(path, reading.faults, say) };
  const entries = countEntries(reading.rules);
  const text = say(`${path}: poprawny, liczba wpisów: ${entries}\n`, `${path}: valid, entries: ${entries}\n`);
  return { text, isGood: true };
}

/** Prints the built-in rules as a rules file; the entries of `path` come before the built-in entries. */
export async function printRules(path: string | null, say: Say): Promise<ToolResult> {
  if (path === null) return { text: rulesText(BUILT_IN), isGood: true };
  const reading = await readRulesFile(path);
  return reading.kind === 'rules'
    ? { text: rulesText(mergeRules(reading.rules)), isGood: true }
    : { faults: faultLines(path, reading.faults, say) };
}

/** Why the rules of a file cannot be used, one line per fault. */
export function faultLines(path: string, faults: readonly RulesFault[], say: Say): readonly string[] {
  return faults.map((fault) => faultLine(path, fault, say(polishFault(fault), faultText(fault))));
}

/** Counts entries. A path is one entry, although it is a list. */
function countEntries(part: unknown): number {
  if (Array.isArray(part)) return part.length;
  return Object.values(Object(part) as object).reduce((sum: number, inner) => sum + countEntries(inner), 0);
}

/** Writes one list per line: easy to compare and to copy. */
function rulesText(rules: object): string {
  const written = (value: unknown, indent: string): string => {
    if (Array.isArray(value)) return `[${value.map((entry) => JSON.stringify(entry)).join(', ')}]`;
    const inner = `${indent}  `;
    const entries = Object.entries(Object(value) as object).map(
      ([name, part]) => `${inner}${JSON.stringify(name)}: ${written(part, inner)}`,
    );
    return `{\n${entries.join(',\n')}\n${indent}}`;
  };
  return `${written(rules, '')}\n`;
}

const EXPECTED: Readonly<Record<ExpectedForm, string>> = {
  object: 'tu powinien być obiekt',
  list: 'tu powinna być lista',
  path: 'tu powinna być ścieżka: lista liczb całkowitych od 0, np. [4, 8]',
  selector: 'tu powinien być selektor CSS',
  words:
    'tu powinien być tekst: co najmniej 3 znaki (6, jeśli sam tekst dowodzi, że czegoś nie widać), bez spacji na początku i na końcu',
  text: 'ten tekst ma niewłaściwy format',
};

/** Names of JSON faults, by the codes of jsonc-parser. */
const JSON_FAULTS: Readonly<Record<string, string>> = {
  TooDeep: 'zbyt wiele poziomów zagnieżdżenia',
  InvalidSymbol: 'nieznane słowo lub znak',
  InvalidNumberFormat: 'niepoprawna liczba',
  PropertyNameExpected: 'brakuje nazwy',
  ValueExpected: 'brakuje wartości',
  ColonExpected: 'brakuje dwukropka',
  CommaExpected: 'brakuje przecinka',
  CloseBraceExpected: 'brakuje „}”',
  CloseBracketExpected: 'brakuje „]”',
  EndOfFileExpected: 'po końcu danych jest jeszcze inny tekst',
  InvalidCommentToken: 'komentarze są niedozwolone',
  UnexpectedEndOfComment: 'komentarz się nie kończy',
  UnexpectedEndOfString: 'tekst się nie kończy',
  UnexpectedEndOfNumber: 'liczba się nie kończy',
  InvalidUnicode: 'niepoprawny znak Unicode',
  InvalidEscapeCharacter: 'niepoprawny znak po „\\”',
  InvalidCharacter: 'niedozwolony znak',
};

function polishFault(fault: RulesFault): string {
  switch (fault.kind) {
    case 'unreadable':
      return fault.code === 'ENOENT' ? 'nie ma takiego pliku' : `nie można odczytać pliku (${fault.code})`;
    case 'not_regular':
      return 'to nie jest zwykły plik';
    case 'too_large':
      return `plik jest większy niż ${fault.most} bajtów`;
    case 'no_json':
      return `to nie jest poprawny JSON${JSON_FAULTS[fault.what] === undefined ? '' : `: ${JSON_FAULTS[fault.what]}`}`;
    case 'unknown_name':
      return `nieznana nazwa ${fault.where}${fault.closest === null ? '' : `; czy chodziło o ${fault.closest}?`}`;
    case 'twice':
      return `nazwa ${fault.where} występuje dwa razy: wszystkie wpisy powinny być na jednej liście`;
    case 'too_many':
      return `lista ${fault.where} ma więcej wpisów niż ${fault.most}`;
    case 'no_selector':
      return `${fault.where}: selektora CSS nie można użyć: ${fault.what}`;
    case 'wrong_value':
      return `${fault.where === '' ? 'cały plik' : fault.where}: ${EXPECTED[fault.expected]}`;
  }
}
