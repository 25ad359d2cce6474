/**
 * The values of an NDJSON body as they come. What follows the last line end is a line cut in two and is not given.
 * @throws SyntaxError for a line that is no JSON; whatever `body` throws when the connection breaks
 */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<unknown, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield JSON.parse(line);
    }
  } finally {
    // Also when the consumer stops early: the service then stops the work.
    await reader.cancel().catch(() => undefined);
  }
}
