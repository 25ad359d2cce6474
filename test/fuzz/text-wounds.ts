import fc from 'fast-check';

/** Pieces of text that break careless readers. */
export const HOSTILE: readonly string[] = [
  ...['\u0000', '\u0001', '\t', '\n', '\r\n', '\u0085', '\u00a0', '\u2028', '\u200b', '\u200d', '\ufeff'],
  ...['\ud800', '\udc00', '\ud83d', '\u202eabc\u202c', '\u2066x', '\u0301', '\u05d0\u05d1', '\ufdfa', '🍕'],
  ...['%', '%00', '%0a', '%2F', '%252F', '%3A', '%c0%af', '%ed%a0%80', '%ff', '&', '#', '?', '??', '+', '='],
  ...['\\', '\\\\', '//', '/../', '/./', '@', '@evil.example', ':443', ':80', ':', '.', '..', '\uff0e', '。'],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '$&', '$1', '${x', '{{x}}', '<script>'],
  ...['!', '!1s', '!4m9', '!1m99999', '*21', '0x', '0x0:0x0', 'ChIJ', 'cid:', 'place_id:', 'data='],
  ...['0', '-1', '00', '1e309', '9'.repeat(20), '18446744073709551616', 'NaN', 'null', 'true'],
  ...['a'.repeat(300), '1'.repeat(300), '[', ']', '{', '}', '"', "'", ',', ")]}'", '[['.repeat(40)],
  ...['1.'.repeat(150), 'a@'.repeat(150), '%25'.repeat(90), ' '.repeat(200), '\u00a0'.repeat(100)],
];

const KINDS = ['cut', 'behead', 'insert', 'replace', 'remove', 'repeat', 'upper', 'lower', 'move'] as const;

/** Something done to a text; `at` and `length` are shares of it, so that one wound fits every text. */
export interface TextWound {
  readonly kind: (typeof KINDS)[number];
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

const share = fc.integer({ min: 0, max: 1000 }).map((part) => part / 1000);

/** Any text: hostile pieces, graphemes, lone code units. */
export const anyText = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 6 }).map((parts) => parts.join('')),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
    .map((codes) => String.fromCharCode(...codes)),
);

export const textWound: fc.Arbitrary<TextWound> = fc.record({
  kind: fc.constantFrom(...KINDS),
  at: share,
  // Mostly a character or two: larger wounds leave nothing to misread.
  length: fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0.001, 0.01, 0.02) }, share),
  text: anyText,
});

/** The text with every wound done to it, one after the other. */
export function wounded(text: string, wounds: readonly TextWound[]): string {
  return wounds.reduce(woundOnce, text);
}

function woundOnce(text: string, { kind, at, length, text: inserted }: TextWound): string {
  const from = Math.floor(at * text.length);
  const to = Math.min(text.length, from + Math.ceil(length * text.length));
  const [before, piece, after] = [text.slice(0, from), text.slice(from, to), text.slice(to)];
  switch (kind) {
    case 'cut':
      return before;
    case 'behead':
      return text.slice(from);
    case 'insert':
      return before + inserted + text.slice(from);
    case 'replace':
      return before + inserted + after;
    case 'remove':
      return before + after;
    case 'repeat':
      return before + piece + piece + after;
    case 'upper':
      return before + piece.toUpperCase() + after;
    case 'lower':
      return before + piece.toLowerCase() + after;
    case 'move':
      return after + before + piece;
  }
}
