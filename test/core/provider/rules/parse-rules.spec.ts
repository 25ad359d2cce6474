import { parseRules } from '../../../../src/core/provider/rules/rules-file.js';
import { expect, test } from '../../../support/test.js';

/** The faults of a text; empty = it is valid. */
function faultsIn(text: string): readonly string[] {
  const reading = parseRules(text);
  return reading.kind === 'rules' ? [] : reading.faults;
}

/** What the fault of a text names. */
const REFUSED: readonly [name: string, text: string, fault: string][] = [
  ['an empty file', '', 'JSON'],
  ['a cut file', '{"words": {', 'JSON'],
  ['a comma too many', '{"words": {},}', 'JSON'],
  ['a comment', '// mine\n{}', 'JSON'],
  ['a list', '[]', 'expected object'],
  ['brackets without end', '['.repeat(500_000), 'JSON'],
  ['deep brackets', '['.repeat(100_000) + ']'.repeat(100_000), 'expected object'],
  ['an unknown group', '{"selector": {}}', '"selector"'],
  ['an unknown name', '{"selectors": {"ratng": []}}', 'selectors: Unrecognized key: "ratng"'],
  ['an unknown table', '{"paths": {"placePayloads": {}}}', 'paths: Unrecognized key: "placePayloads"'],
  ['a name of all objects', '{"words": {"constructor": []}}', '"constructor"'],
  ['the name of a prototype', '{"words": {"__proto__": []}}', '__proto__'],
  ['an entry without its list', '{"selectors": {"rating": "div.a"}}', 'selectors.rating: '],
  [
    'a path without its list',
    '{"paths": {"placePayload": {"rating": [4]}}}',
    'paths.placePayload.rating.0: ',
  ],
  [
    'a negative index',
    '{"paths": {"placePayload": {"rating": [[4, 7],[-1]]}}}',
    'paths.placePayload.rating.1.0: ',
  ],
  [
    'more than 50 entries',
    JSON.stringify({ selectors: { rating: Array.from({ length: 51 }, (_, index) => `div.a${index}`) } }),
    '<=50 items',
  ],
  [
    'a selector only a driver knows',
    '{"selectors": {"rating": ["div.ok", "div:visible"]}}',
    'selectors.rating.1: Unknown pseudo-class :visible',
  ],
  [
    'a part of a word as proof that there is nothing',
    '{"words": {"notFound": ["nie"]}}',
    'words.notFound.0: ',
  ],
  ['a request that is any', '{"requests": {"place": ["/"]}}', 'requests.place.0: '],
];

test('refuses a wrong file with one sentence that names the place', () => {
  for (const [name, text, fault] of REFUSED)
    expect(faultsIn(text), name).toEqual([expect.stringContaining(fault)]);
});

test('names all faults', () => {
  const text = '{"words": {"errr": []}, "selectors": {"rating": ["a >"], "card": 3}}';
  const where = ['selectors.rating.0: ', 'selectors.card: ', 'words: '];
  expect(faultsIn(text)).toEqual(where.map((place) => expect.stringContaining(place)));
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
