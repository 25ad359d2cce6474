import { connect } from 'node:net';

/** One answer as it came over the wire. */
export interface RawAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

interface Exchange {
  /** The answer to HEAD has no body; that to a HEAD nobody could read has one. */
  readonly isHead: boolean;
  /** When nothing comes for so long the request is taken for incomplete and the connection half-closed. */
  readonly patienceMs: number;
}

/**
 * Sends bytes as they are and reads whatever answers come until the server hangs up. Rejects when what comes is
 * no HTTP, or when the server does not hang up at all.
 */
export function exchange(
  base: string,
  request: Buffer,
  { isHead, patienceMs }: Exchange,
): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const done = () => {
      try {
        resolve(answersIn(Buffer.concat(chunks), isHead));
      } catch (error) {
        reject(error);
      }
    };
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let patience = 3;
    socket.setTimeout(patienceMs, () => {
      patience -= 1;
      if (patience > 0) socket.end();
      else {
        socket.destroy();
        reject(new Error('the connection stays open'));
      }
    });
    socket.on('data', (chunk) => chunks.push(chunk));
    // A server that refuses a large body resets the connection behind its answer.
    socket.once('error', done).once('close', done);
  });
}

function answersIn(bytes: Buffer, isHead: boolean): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf('\r\n\r\n');
    const head = rest.subarray(0, Math.max(0, end)).toString('latin1');
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
    if (end < 0 || Number.isNaN(status))
      throw new Error(`this is no answer: ${rest.toString('latin1', 0, 300)}`);
    const headers = new Map(head.split('\r\n').slice(1).map(headerOf));
    const after = rest.subarray(end + 4);
    const isLeftOut = isHead && (after.length === 0 || after.toString('latin1', 0, 5) === 'HTTP/');
    const hasBody = !isLeftOut && status >= 200 && status !== 204 && status !== 304;
    const [body, length] = hasBody ? bodyOf(after, headers) : ['', 0];
    rest = after.subarray(length);
    if (status >= 200) answers.push({ status, headers, body });
  }
  return answers;
}

function headerOf(line: string): [string, string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
}

/** The text of a body and the bytes it takes up. */
function bodyOf(bytes: Buffer, headers: ReadonlyMap<string, string>): [string, number] {
  const length = headers.get('content-length');
  if (length !== undefined) {
    if (bytes.length < Number(length)) throw new Error('the body is shorter than it says');
    return [bytes.toString('utf8', 0, Number(length)), Number(length)];
  }
  if (headers.get('transfer-encoding') !== 'chunked') return [bytes.toString('utf8'), bytes.length];
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at);
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    if (line < 0 || Number.isNaN(size)) throw new Error('a chunk without its length');
    at = line + 2 + size + 2;
    if (size === 0) return [Buffer.concat(parts).toString('utf8'), at];
    parts.push(bytes.subarray(line + 2, line + 2 + size));
  }
}
