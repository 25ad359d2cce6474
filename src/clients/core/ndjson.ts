/**
 * Yields the values of an NDJSON body as they arrive. A last line without a line end was cut and is left out.
 * @param onData called whenever data arrives
 * @throws SyntaxError for a line that is not JSON; the error of `body` when the connection breaks
 */
export async function* readLines(
  body: ReadableStream<Uint8Array>,
  onData: () => void = () => undefined,
): AsyncGenerator<unknown, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      onData();
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
    }
  } finally {
    // The service stops its work when the consumer stops early.
    await reader.cancel().catch(() => undefined);
  }
}
