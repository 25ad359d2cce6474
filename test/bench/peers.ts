import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { ChromiumChoice } from '../../src/browser/executable.js';
import { PEERS_FOLDER } from './peer-packages.js';
import { ended, firstOf } from './processes.js';

/** A peer of test/bench/peers in a process of its own, its Chromium below it. */
export interface Peer {
  readonly pid: number;
  /** The fields of a place, as /details answers them. */
  lookup(placeId: string): Promise<object>;
  stop(): Promise<void>;
}

/** What a peer needs to know. */
export interface PeerWorld {
  readonly chromium: Pick<ChromiumChoice, 'path' | 'kind'>;
  /** The stand-in, `127.0.0.1:<port>`. */
  readonly provider: string;
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

/** Starts a peer; resolves when it can be asked, its browser running if it keeps one. */
export async function startPeer(name: PeerName, { chromium, provider }: PeerWorld): Promise<Peer> {
  const child = fork(join(PEERS_FOLDER, `${name}.mjs`), [], {
    execArgv: [],
    env: {
      ...process.env,
      CHROMIUM: chromium.path,
      HEADLESS_SHELL: String(chromium.kind === 'headless_shell'),
      PROVIDER: provider,
      MOST_AT_ONCE: String(MOST_AT_ONCE),
    },
  });
  const waiting = new Map<number, Settle>();
  let asked = 0;
  await firstOf(child, once(child, 'message'), name);
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
    pid: child.pid ?? 0,
    lookup: (placeId) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, { resolve, reject });
        child.send({ id: asked, placeId });
      }),
    stop: () => ended(child, () => child.disconnect()),
  };
}
