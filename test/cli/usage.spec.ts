import { expect, test } from '../support/test.js';
import { runAt } from './command.js';

const API = 'http://127.0.0.1:9';

const MISUSES = [
  [['nonsens'], 'nie ma polecenia „nonsens”.', "unknown command 'nonsens'"],
  [['serch', 'x'], 'nie ma polecenia „serch”.', "unknown command 'serch'"],
  [['api', 'reslts', 'x'], 'nie ma polecenia „reslts”.', "unknown command 'reslts'"],
  [['search'], 'brakuje argumentu „query”.', "missing argument 'query'"],
  [
    ['convert', 'a', 'b'],
    'za dużo argumentów polecenia „convert”: dozwolone 1, podane 2.',
    "too many arguments for 'convert': expected 1, got 2",
  ],
  [['search', 'x', '--jsno'], 'nie ma opcji „--jsno”.', "unknown option '--jsno'"],
  [['--bad', 'search', 'x'], 'nie ma opcji „--bad”.', "unknown option '--bad'"],
  [
    ['check', 'x', '--headings'],
    'opcja „--headings <n>” wymaga wartości.',
    "option '--headings <n>' requires a value",
  ],
  [
    ['search', 'x', '--csv', '--ndjson'],
    'opcji „--ndjson” nie można łączyć z „--csv”.',
    "option '--ndjson' cannot be used with option '--csv'",
  ],
  [
    ['search', 'x', '--lang', 'fr'],
    'opcja „--lang <language>”: niepoprawna wartość „fr”. Dozwolone: pl, en.',
    "option '--lang <language>': invalid value 'fr'. Allowed: pl, en.",
  ],
  [
    ['search', 'x', '--retries', "wie'le"],
    "opcja „--retries <n>”: niepoprawna wartość „wie'le”. Dozwolone: 0–100.",
    "option '--retries <n>': invalid value 'wie'le'. Allowed: 0–100.",
  ],
  [
    ['check', 'x', '--headings', '1001'],
    'opcja „--headings <n>”: niepoprawna wartość „1001”. Dozwolone: 0–1000.',
    "option '--headings <n>': invalid value '1001'. Allowed: 0–1000.",
  ],
  [
    ['evidence', 'x', '--blur', 'all'],
    'opcja „--blur <who>”: niepoprawna wartość „all”. Dozwolone: others, none.',
    "option '--blur <who>': invalid value 'all'. Allowed: others, none.",
  ],
] as const;

for (const [args, polish, english] of MISUSES)
  test(`${args.join(' ')}: names what is wrong, in the language of the user, and ends with 2`, async () => {
    expect(await runAt(API, args)).toEqual({ code: 2, stdout: '', stderr: `Błąd: ${polish}\n` });
    const stderr = `error: ${english}\n`;
    expect(await runAt(API, args, 'en')).toEqual({ code: 2, stdout: '', stderr });
  });
