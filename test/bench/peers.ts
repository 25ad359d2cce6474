import { pathToFileURL } from 'node:url';
import { PEERS_FOLDER } from './peer-packages.js';
import { type Arena, forkScript, type Stoppable } from './processes.js';

/** A peer of test/bench/peers in a process of its own, its Chromium below it. */
export interface Peer extends Stoppable {
  readonly pid: number;
  /** The fields of a place, as /details answers them. */
  lookup(placeId: string): Promise<object>;
}

/** The program's name in test/bench/peers. */
export type PeerName = 'bare-playwright' | 'crawlee' | 'puppeteer-cluster' | 'browser-per-request';

type Reply = { readonly id: number } & ({ readonly fields: object } | { readonly error: string });

interface Settle {
  readonly resolve: (fields: object) => void;
  readonly reject: (error: Error) => void;
}

/** Pages a peer must be able to hold at once: the highest concurrency of the bench. */
const MOST_AT_ONCE = 8;

/** Starts a peer; resolves when it takes lookups, its browser running if it keeps one. */
export async function startPeer(
  name: PeerName,
  { chromium, provider }: Pick<Arena, 'chromium' | 'provider'>,
): Promise<Peer> {
  const { child, pid, stop } = await forkScript(
    new URL(`${name}.mjs`, pathToFileURL(`${PEERS_FOLDER}/`)),
    [],
    {
      execArgv: [],
      env: {
        ...process.env,
        CHROMIUM: chromium.path,
        HEADLESS_SHELL: String(chromium.kind === 'headless_shell'),
        PROVIDER: provider,
        MOST_AT_ONCE: String(MOST_AT_ONCE),
      },
    },
  );
  const waiting = new Map<number, Settle>();
  let asked = 0;
  child.on('message', (reply: Reply) => {
    const one = waiting.get(reply.id);
    if ('fields' in reply) one?.resolve(reply.fields);
    else one?.reject(new Error(`${name}: ${reply.error}`));
    waiting.delete(reply.id);
  });
  child.once('exit', () => {
    for (const one of waiting.values()) one.reject(new Error(`${name} ended`));
  });
  return {
    pid,
    stop,
    lookup: (placeId) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        child.send({ id: asked, placeId });
      }),
  };
}
