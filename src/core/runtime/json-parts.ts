/** Characters of a part. */
const PART = 32_768;

/**
 * The text of `JSON.stringify` in parts, each made when it is asked for: a long text holds up the event loop, and fills
 * the memory. Only lists that are fields of objects are divided: their entries must be short.
 */
export function* jsonParts(value: object): Generator<string, void> {
  let part = '';
  for (const piece of piecesOf(value)) {
    part += piece;
    if (part.length < PART) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}

function* piecesOf(value: object): Generator<string> {
  if ('toJSON' in value) return yield JSON.stringify(value);
  const isList = Array.isArray(value);
  yield isList ? '[' : '{';
  let before = '';
  for (const [name, field] of isList ? value.entries() : Object.entries(value)) {
    const isDivided = !isList && typeof field === 'object' && field !== null;
    const text = isDivided ? '' : (JSON.stringify(field) ?? (isList ? 'null' : undefined));
    if (text === undefined) continue;
    yield `${before}${isList ? '' : `${JSON.stringify(name)}:`}${text}`;
    if (isDivided) yield* piecesOf(field);
    before = ',';
  }
  yield isList ? ']' : '}';
}
