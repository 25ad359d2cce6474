import { MessageChannel, Worker } from 'node:worker_threads';
import { builtFile } from './built.js';
import type { FromService, StartRequest, ToService } from './service-messages.js';

/** A service in the thread. */
export interface ThreadService {
  /** `http://host:port` it listens on. */
  readonly url: string;
  /** Resolves when the log lines written so far have arrived. */
  flush(): Promise<void>;
  /** Ends the service. Calling it again changes nothing. */
  close(): Promise<void>;
}

let thread: Worker | null = null;

/**
 * Starts a service in a thread of its own, one thread for all services of a test worker: the test runner records
 * every call to Playwright in its own thread as a step of the test, at a cost that grows with their number.
 * `logTo` gets each log line. Rejects with the error of the start.
 */
export async function startInThread(
  request: Omit<StartRequest, 'port'>,
  logTo?: { write(line: string): void },
): Promise<ThreadService> {
  thread ??= startThread();
  const { port1, port2 } = new MessageChannel();
  const waiting: { resolve: (message: FromService) => void; reject: (reason: unknown) => void }[] = [];
  // Answers come in the order in which they were asked for.
  const answer = () => new Promise<FromService>((resolve, reject) => waiting.push({ resolve, reject }));
  port1.on('message', (message: FromService) => {
    if (message.kind === 'log') logTo?.write(message.line);
    else if (message.kind === 'failed') waiting.shift()?.reject(message.error);
    else waiting.shift()?.resolve(message);
  });
  port1.on('close', () => {
    for (const one of waiting.splice(0)) one.reject(new Error('the thread of the service has ended'));
  });
  const ask = (message: ToService) => {
    const answered = answer();
    port1.postMessage(message);
    return answered;
  };
  const started = answer();
  thread.postMessage({ ...request, port: port2 } satisfies StartRequest, [port2]);
  const message = await started;
  if (message.kind !== 'started') throw new Error(`the service answered "${message.kind}" to its start`);
  let closing: Promise<void> | null = null;
  return {
    url: message.url,
    flush: async () => void (await ask({ kind: 'flush' })),
    close: () => {
      closing ??= ask({ kind: 'close' }).then(() => undefined);
      return closing;
    },
  };
}

function startThread(): Worker {
  builtFile('app/app.js');
  const worker = new Worker(new URL('./service-thread.mjs', import.meta.url), { execArgv: [] });
  // The test worker ends when its tests have.
  worker.unref();
  return worker;
}
