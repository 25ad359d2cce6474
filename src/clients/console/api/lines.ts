/** Takes a text as it comes, gives the lines that are complete. What follows the last line end is not given. */
export function createLineSplitter(): (chunk: string) => string[] {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    return lines.filter((line) => line.trim() !== '');
  };
}

/** One line of NDJSON with a `type`; null when it is none. */
export function parseLine(line: string): { readonly type: string } | null {
  try {
    const value: unknown = JSON.parse(line);
    const isTyped = typeof value === 'object' && value !== null && 'type' in value;
    return isTyped && typeof value.type === 'string' ? { ...value, type: value.type } : null;
  } catch {
    return null;
  }
}

/**
 * Reads a stream of NDJSON to its end, handing lines on as they come; a line that is no JSON is passed over, as a
 * cut one is. Rejects when the stream breaks or is aborted.
 */
export async function readLines(
  body: ReadableStream<Uint8Array>,
  take: (line: { readonly type: string }) => void,
): Promise<void> {
  const split = createLineSplitter();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const text of split(decoder.decode(part.value, { stream: true }))) {
      const line = parseLine(text);
      if (line !== null) take(line);
    }
  }
}
