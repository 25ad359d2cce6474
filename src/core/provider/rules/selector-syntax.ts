import { compile } from 'css-select';

/** Parts of a selector that every browser knows, each complete in itself: class, id, attribute, pseudo-class. */
const PART = new RegExp(
  [
    '[.#]-?[_a-zA-Z][\\w-]*',
    '\\[-?[_a-zA-Z][\\w-]*(?:[~^$*|]?=(?:"[^"\\\\\\n]*"|\'[^\'\\\\\\n]*\')(?: i)?)?\\]',
    ':(?:root|empty|checked|disabled|enabled|(?:first|last|only)-(?:child|of-type))(?![\\w(-])',
    ':nth-(?:last-)?(?:child|of-type)\\((?:odd|even|\\d{1,4}|-?\\d{0,4}n(?: ?[+-] ?\\d{1,4})?)\\)',
  ].join('|'),
  'g',
);
/** What css-select takes and a browser refuses. `[]` stands for each `PART`. */
const FOREIGN = [
  // other signs and pseudo-classes, brackets of nothing
  /[^\w \t\r\n\f*:()[\]>+~,-]|\[(?!\])|:(?!(?:not|is|where|has)\()|(?<!:(?:not|is|where|has))\(/,
  // a name that begins with a digit; a name or * after another part
  /(?<![\w-])(?!-?[_a-zA-Z])[\w-]|[\])*][\w*-]|[\w-]\*/,
  /:has\(.*:has\(/s,
  // nothing; a combinator without an element on both sides: only :has(> a) may begin with one
  /^\s*$|[>+~]\s*(?:$|[,)])|(?:^|,|(?<!:has)\()\s*[>+~]/,
];

/**
 * The reason why a text is not a selector that every browser accepts; null = it is valid. One selector that a browser
 * refuses would make every capture of a page fail.
 */
export function selectorFault(text: string): string | null {
  try {
    compile(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const rest = text.replace(PART, '[]');
  return FOREIGN.some((form) => form.test(rest)) ? 'Not every browser knows this selector' : null;
}
