/**
 * Yields the parts of a body as they arrive, and ends the connection when the consumer stops early.
 * @param onData called whenever data arrives
 * @throws the error of `body` when the connection breaks
 */
export async function* readParts<T extends Uint8Array>(
  body: ReadableStream<T>,
  onData: () => void = () => undefined,
): AsyncGenerator<T, void> {
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onData();
      yield part.value;
    }
  } finally {
    // The service stops its work when the consumer stops early.
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Yields the values of an NDJSON body as they arrive. A last line without a line end was cut and is left out.
 * @param onData called whenever data arrives
 * @throws SyntaxError for a line that is not JSON; the error of `body` when the connection breaks
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  onData?: () => void,
): AsyncGenerator<unknown, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const part of readParts(body, onData)) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
  }
}
