import { fileURLToPath } from 'node:url';
import { MessageChannel, Worker } from 'node:worker_threads';

/** What a cell holds. A formula is a text that Google Sheets would run. */
export type Cell = string | number | boolean | { readonly formula: string };

export interface Sheet {
  readonly id: number;
  /** All rows have the same length. */
  cells: Cell[][];
  /** By `row,column`, from 1. */
  readonly notes: Record<string, string>;
}

/** A spreadsheet, its script and its user, as far as the script sees them. */
export interface World {
  /** Who runs the script: formulas and triggers may not use every service. */
  context: 'menu' | 'formula' | 'trigger';
  /** The clock of the script, in milliseconds; requests and sleeps move it. */
  now: number;
  /** What one request takes. */
  fetchMs: number;
  /** How long the user looks at a dialog. */
  dialogMs: number;
  /** The user's language; null = Apps Script does not tell it. */
  locale: string | null;
  sheetLocale: string;
  sheets: Sheet[];
  /** Row, column, rows and columns of the selection, in the first sheet. */
  selected: [row: number, column: number, rows: number, columns: number] | null;
  properties: Record<string, string>;
  cache: Record<string, { value: string; until: number }>;
  triggers: { handler: string; afterMs: number }[];
  /** Buttons the user presses, one for each dialog; `type:<text>` types and presses OK. Without: OK. */
  presses: string[];
  /** The texts of dialogs, toasts and menu items that were shown. */
  dialogs: string[];
  toasts: string[];
  menu: { label: string; handler: string | null }[];
  sleeps: number[];
  /** Another run of the script holds the lock. */
  isLocked: boolean;
}

interface FromThread {
  readonly kind: 'fetch' | 'returned' | 'threw';
  readonly world: World;
  readonly url: string;
  readonly options: {
    readonly method?: string;
    readonly headers: Record<string, string>;
    readonly contentType?: string;
    readonly payload?: string;
    readonly followRedirects?: boolean;
  };
  readonly value: unknown;
  readonly message: string;
}

/** The address that the settings of the script hold; requests to it go to the service under test. */
export const ADDRESS = 'https://lookup.example.test';

const SCRIPT = ['Texts.gs', 'Code.gs'].map((name) =>
  fileURLToPath(new URL(`../../integrations/sheets/${name}`, import.meta.url)),
);

interface Thread {
  readonly worker: Worker;
  answer(world: World, answer: object | null): void;
}

let thread: Thread | null = null;

function startThread(): Thread {
  const signal = new Int32Array(new SharedArrayBuffer(4));
  const { port1, port2 } = new MessageChannel();
  const worker = new Worker(new URL('./apps-script-thread.mjs', import.meta.url), {
    workerData: { files: SCRIPT, signal, port: port2 },
    transferList: [port2],
    execArgv: [],
  });
  // The test worker ends when its tests have.
  worker.unref();
  port1.unref();
  return {
    worker,
    answer: (world, answer) => {
      port1.postMessage({ world, answer });
      Atomics.store(signal, 0, 1);
      Atomics.notify(signal, 0);
    },
  };
}

/** A new spreadsheet with one column of cells; the first cell is the heading. The address of the service is set. */
export function newWorld(column: readonly Cell[], change: Partial<World> = {}): World {
  return {
    context: 'menu',
    now: Date.UTC(2026, 10, 23, 12),
    fetchMs: 1_000,
    dialogMs: 1_000,
    locale: 'pl',
    sheetLocale: 'pl_PL',
    sheets: [{ id: 7, cells: column.map((cell) => [cell]), notes: {} }],
    selected: [1, 1, column.length, 1],
    properties: { address: ADDRESS, key: 'the-key' },
    cache: {},
    triggers: [],
    presses: [],
    dialogs: [],
    toasts: [],
    menu: [],
    sleeps: [],
    isLocked: false,
    ...change,
  };
}

/**
 * Runs a function of the script, as Apps Script does: with nothing kept from earlier runs but the world, which the run
 * changes. Requests go to `service`; `onRequest` sees each one, and may change the world as another user would.
 * Rejects with what the script throws.
 */
export async function runScript(
  world: World,
  service: string,
  name: string,
  args: readonly unknown[] = [],
  onRequest: (world: World, url: string) => void = () => undefined,
): Promise<unknown> {
  thread ??= startThread();
  const { worker, answer } = thread;
  return await new Promise((resolve, reject) => {
    const onMessage = async (message: FromThread) => {
      Object.assign(world, message.world);
      if (message.kind === 'fetch') {
        onRequest(world, message.url);
        answer(world, await send(service, message));
        return;
      }
      worker.off('message', onMessage);
      if (message.kind === 'threw') reject(new Error(message.message));
      else resolve(message.value);
    };
    worker.on('message', onMessage);
    worker.postMessage({ world, name, args });
  });
}

/** The answer of the service; null if there is none. */
async function send(service: string, { url, options }: FromThread): Promise<object | null> {
  if (!url.startsWith(ADDRESS)) return null;
  const { method = 'get', headers, contentType, payload } = options;
  try {
    const response = await fetch(service + url.slice(ADDRESS.length), {
      method,
      redirect: options.followRedirects === false ? 'manual' : 'follow',
      headers: { ...headers, ...(contentType === undefined ? {} : { 'Content-Type': contentType }) },
      ...(payload === undefined ? {} : { body: payload }),
    });
    // Apps Script has the names of headers as they came; Node.js writes them in lower case.
    const shown = (text: string) => text.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());
    const named = [...response.headers].map(([header, value]) => [shown(header), value]);
    return { status: response.status, headers: Object.fromEntries(named), text: await response.text() };
  } catch {
    return null;
  }
}
