import { type ExpectedForm, faultText, type RulesFault } from '../provider/rules/parse-rules.js';
import type { FileProblem } from '../provider/rules/read-rules-file.js';

/** Returns the text in the user's language. */
export type Say = (pl: string, en: string) => string;

/** Why the rules of a file cannot be used. */
export type FileFailure = FileProblem | { readonly kind: 'faults'; readonly faults: readonly RulesFault[] };

/** Why the rules of a file cannot be used, one line per fault. */
export function failureLines(path: string, failure: FileFailure, say: Say): readonly string[] {
  switch (failure.kind) {
    case 'faults':
      return failure.faults.map(
        (fault) => `${path}:${fault.line}: ${say(polishFault(fault), faultText(fault))}`,
      );
    case 'too_large': {
      const { most } = failure;
      return [
        `${path}: ${say(`plik jest większy niż ${most} bajtów`, `the file is larger than ${most} bytes`)}`,
      ];
    }
    case 'not_regular':
      return [`${path}: ${say('to nie jest zwykły plik', 'this is not a regular file')}`];
    case 'unreadable': {
      const { code } = failure;
      if (code === 'ENOENT') return [`${path}: ${say('nie ma takiego pliku', 'there is no such file')}`];
      return [`${path}: ${say(`nie można odczytać pliku (${code})`, `the file cannot be read (${code})`)}`];
    }
  }
}

const EXPECTED: Readonly<Record<ExpectedForm, string>> = {
  object: 'tu powinien stać obiekt',
  list: 'tu powinna stać lista',
  path: 'tu powinna stać ścieżka: lista liczb całkowitych od 0, np. [4, 8]',
  selector: 'tu powinien stać selektor CSS',
  words:
    'tu powinien stać tekst: co najmniej 3 znaki (6, jeśli tekst sam dowodzi, że czegoś nie ma), bez spacji na początku i na końcu',
  text: 'ten tekst ma niewłaściwą postać',
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
  EndOfFileExpected: 'za końcem stoi coś jeszcze',
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
