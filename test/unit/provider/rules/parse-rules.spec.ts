import { faultText, parseRules } from '../../../../src/core/provider/rules/parse-rules.js';
import { expect, test } from '../../../support/test.js';

/** The faults of a text, as "LINE: fault"; empty = it is valid. */
function faultsIn(text: string): string[] {
  const reading = parseRules(text);
  return reading.kind === 'rules' ? [] : reading.faults.map((fault) => `${fault.line}: ${faultText(fault)}`);
}

const REFUSED: readonly [name: string, text: string, faults: readonly string[]][] = [
  ['an empty file', '', ['1: this is no JSON (ValueExpected)']],
  ['a cut file', '{\n"words": {', ['2: this is no JSON (CloseBraceExpected)']],
  ['a comma too many', '{\n"words": {},\n}', ['3: this is no JSON (PropertyNameExpected)']],
  ['a comment', '// mine\n{}', ['1: this is no JSON (InvalidCommentToken)']],
  ['a list', '[]', ['1: the file: an object is expected']],
  ['brackets without end', '['.repeat(500_000), ['1: this is no JSON (TooDeep)']],
  ['an unknown group', '{\n\n"selector": {}}', ['3: selector is unknown: did you mean selectors?']],
  [
    'an unknown name',
    '{"selectors": {\n"ratng": []}}',
    ['2: selectors.ratng is unknown: did you mean rating?'],
  ],
  [
    'an unknown table',
    '{"paths": {\n"placePayloads": {}}}',
    ['2: paths.placePayloads is unknown: did you mean placePayload?'],
  ],
  ['a name that is near nothing', '{"words": {"qqqqqqqq": []}}', ['1: words.qqqqqqqq is unknown']],
  ['a name of all objects', '{"words": {"constructor": []}}', ['1: words.constructor is unknown']],
  [
    'a name that stands twice',
    '{"words": {"error": [],\n"error": []}}',
    ['2: words.error stands twice: put all entries into one list'],
  ],
  [
    'an entry without its list',
    '{"selectors": {"rating": "div.a"}}',
    ['1: selectors.rating: a list is expected'],
  ],
  [
    'a path without its list',
    '{"paths": {"placePayload": {"rating":\n[4, 7]}}}',
    [
      '2: paths.placePayload.rating.0: a path is expected: a list of whole numbers from 0, such as [4, 8]',
      '2: paths.placePayload.rating.1: a path is expected: a list of whole numbers from 0, such as [4, 8]',
    ],
  ],
  [
    'a negative index',
    '{"paths": {"placePayload": {"rating": [[4, 7],\n[-1]]}}}',
    ['2: paths.placePayload.rating.1.0: a path is expected: a list of whole numbers from 0, such as [4, 8]'],
  ],
  [
    'more than 50 entries',
    JSON.stringify({ selectors: { rating: Array.from({ length: 51 }, (_, index) => `div.a${index}`) } }),
    ['1: selectors.rating has more than 50 entries'],
  ],
  [
    'a selector only a driver knows',
    '{"selectors": {"rating": ["div.ok",\n"div:visible"]}}',
    ['2: selectors.rating.1: this is no usable CSS selector: :visible is not allowed'],
  ],
  [
    'a part of a word as proof that there is nothing',
    '{"words": {"notFound": ["nie"]}}',
    [
      '1: words.notFound.0: words are expected: a text of at least 3 letters (6 where it proves that there is nothing), without white space around it',
    ],
  ],
  [
    'a request that is any',
    '{"requests": {"place": ["/"]}}',
    ['1: requests.place.0: this text has no valid form'],
  ],
];

test('names each fault with its line', () => {
  for (const [name, text, faults] of REFUSED) expect(faultsIn(text), name).toEqual(faults);
});

test('names all faults in the order of their lines', () => {
  const text = '{"words": {\n"errr": []},\n"selectors": {"rating": ["a >"],\n"card": 3}}';
  expect(faultsIn(text)).toEqual([
    '2: words.errr is unknown: did you mean error?',
    '3: selectors.rating.0: this is no usable CSS selector: it ends with a combinator',
    '4: selectors.card: a list is expected',
  ]);
});

test('accepts parts of a set, the name of a schema and a byte order mark', () => {
  expect(
    parseRules('\uFEFF{"$schema": "./provider-rules.schema.json", "frameIds": {"reviews": ["aBc12"]}}'),
  ).toEqual({
    kind: 'rules',
    rules: { frameIds: { reviews: ['aBc12'] } },
  });
  expect(parseRules('{}')).toEqual({ kind: 'rules', rules: {} });
});
