import { existsSync } from 'node:fs';
import { AppError, SettingsError } from '../../core/errors.js';
import { PICTURE_PAGES } from '../../core/provider-access.js';
import { deferred } from '../../core/runtime/deferred.js';
import type { Logger } from '../../core/runtime/logger.js';
import { race, type Scope } from '../../core/runtime/scope.js';
import type { Message } from '../../core/texts/messages.js';
import { EVIDENCE_UNAVAILABLE } from './errors.js';
import type { EvidencePack, EvidenceParts, makeEvidence, PackOptions } from './make/make-pack.js';
import type { ZipEntry } from './make/pack-zip.js';
import { message } from './messages.js';
import type { EvidenceKey } from './proof/signature.js';

/** Packs of clients that the service makes at once. */
export const PACKS_AT_ONCE = PICTURE_PAGES;
/** Packs of watches and PDF exports that the service makes at once. Packs of clients cannot take this turn. */
const OWN_AT_ONCE = 1;
/**
 * Finished packs that clients have not read yet, in bytes: no pack begins above the limit of its client or of all
 * clients. A pack has 1 to 5 MB.
 */
const UNREAD_BYTES = { ofClient: 16_000_000, ofAll: 64_000_000 } as const;

/**
 * A pack of a list lets the single packs of other clients go first for this time, also those that are being made. It
 * does not begin for a twentieth of this time after a single pack, whose client may ask for the next one.
 */
const LIST_WAITS_MS = 10_000;

/** Evidence packs of the service. */
export type Evidence = ReturnType<typeof createEvidence>;

interface EvidenceOptions extends Omit<EvidenceParts, 'key'> {
  /** The file of the key that signs packs; null = this service makes no packs. */
  readonly keyFile: string | null;
  /** Why a missing key cannot be made; null = it is made. */
  readonly keyFault?: Message | null;
  readonly log: Logger;
  /** Makes a pack; the maker of the service by default. */
  readonly maker?: typeof makeEvidence;
  readonly listWaitsMs?: number;
}

/**
 * Makes evidence packs: two of clients at a time, of lists only one, and one of the watch. The ZIP of a client's pack is
 * finished in memory, and its turn is given back, before it is sent: a slow reader holds up nobody. The modules that make packs are
 * loaded with the first pack.
 */
export function createEvidence({
  keyFile,
  keyFault = null,
  log,
  maker,
  listWaitsMs = LIST_WAITS_MS,
  ...parts
}: EvidenceOptions) {
  const unread = createUnread();
  const takeClientTurn = createTurns(PACKS_AT_ONCE, listWaitsMs, unread.hasRoom);
  const takeOwnTurn = createTurns(OWN_AT_ONCE, listWaitsMs, () => true);
  unread.onRoom(takeClientTurn.grant);
  let opened: Promise<EvidenceKey> | null = null;

  /** @throws AppError `evidence_unavailable` */
  const key = async (): Promise<EvidenceKey> => {
    if (keyFile === null) throw new AppError(EVIDENCE_UNAVAILABLE, message('evidenceWithoutKey'));
    if (keyFault !== null && !existsSync(keyFile)) throw new AppError(EVIDENCE_UNAVAILABLE, keyFault);
    opened ??= import('./proof/signature.js').then(({ openEvidenceKey }) => openEvidenceKey(keyFile));
    try {
      return await opened;
    } catch (error) {
      // The operator may repair the file while the service runs.
      opened = null;
      if (!(error instanceof SettingsError)) throw error;
      log.error({ err: error }, 'evidence packs cannot be signed');
      throw new AppError(EVIDENCE_UNAVAILABLE, message('evidenceKeyUnusable'), {
        cause: error,
      });
    }
  };

  return {
    key,
    /**
     * Makes one pack. Call `release` when its client has read it, or has left. @throws AppError like a verdict, and
     * `evidence_unavailable`
     */
    make: async (
      link: string,
      options: PackOptions,
      scope: Scope,
    ): Promise<{ readonly pack: EvidencePack; readonly release: () => void }> => {
      const signingKey = await key();
      const { signal } = scope;
      const isOwn = scope.priority === 'background';
      const giveBack = await (isOwn ? takeOwnTurn : takeClientTurn).take(scope);
      // The turn is given back only when the work has ended: a pack that nobody waits for keeps its pictures in memory.
      let release = giveBack;
      try {
        const makePack = maker ?? (await import('./make/make-pack.js')).makeEvidence;
        const made = await makePack({ ...parts, key: signingKey }, link, options, scope);
        signal.throwIfAborted();
        if (isOwn) return { pack: made, release };
        const finished = await unread.keep(made.zip(), scope);
        release = finished.release;
        giveBack();
        return { pack: { ...made, zip: finished.parts }, release };
      } catch (error) {
        release();
        giveBack();
        throw error;
      }
    },
    /** Writes a ZIP while it is read. */
    zip: async (entries: AsyncIterable<ZipEntry>, at: Date) =>
      (await import('./make/pack-zip.js')).zipStream(entries, at),
    /** Prints a page of HTML as PDF, by the browser of the packs, in the turn of the watch. @throws AppError `browser_unavailable` */
    print: async (page: string, scope: Pick<Scope, 'signal' | 'client'>): Promise<Uint8Array> => {
      const giveBack = await takeOwnTurn.take(scope);
      try {
        const { printReport } = await import('./make/compositor.js');
        return await printReport(await parts.browser.acquire(), page);
      } finally {
        giveBack();
      }
    },
  };
}

type Client = Scope['client'];
type Asking = Pick<Scope, 'signal' | 'client'> & Partial<Pick<Scope, 'priority'>>;

/** Finished packs in memory until their clients have read them or left. */
function createUnread() {
  const bytes = new Map<Client, number>();
  let sum = 0;
  let onRoom: () => void = () => undefined;
  const add = (client: Client, more: number) => {
    sum += more;
    const left = (bytes.get(client) ?? 0) + more;
    if (left === 0) bytes.delete(client);
    else bytes.set(client, left);
    if (more < 0) onRoom();
  };
  return {
    hasRoom: (client: Client): boolean =>
      sum < UNREAD_BYTES.ofAll && (bytes.get(client) ?? 0) < UNREAD_BYTES.ofClient,
    /** `act` is called whenever there may be room again. */
    onRoom: (act: () => void) => {
      onRoom = act;
    },
    /** Writes a whole ZIP. Call `release` when it was read; the end of the scope calls it, too. */
    keep: async (zip: AsyncIterable<Uint8Array>, { client, signal }: Pick<Scope, 'client' | 'signal'>) => {
      const kept: Uint8Array[] = [];
      let size = 0;
      const release = () => {
        signal.removeEventListener('abort', release);
        kept.length = 0;
        const freed = size;
        size = 0;
        if (freed > 0) add(client, -freed);
      };
      try {
        for await (const part of zip) {
          signal.throwIfAborted();
          kept.push(part);
          size += part.length;
          add(client, part.length);
        }
        signal.throwIfAborted();
      } catch (error) {
        release();
        throw error;
      }
      signal.addEventListener('abort', release, { once: true });
      const parts = async function* (): AsyncGenerator<Uint8Array> {
        yield* [...kept];
      };
      return { parts, release };
    },
  };
}

interface Turn {
  readonly client: Client;
  readonly isList: boolean;
  readonly since: number;
  readonly begin: () => void;
}

/**
 * Gives `count` turns. Clients are served in turn: next is the client with the fewest turns, then the client whose last
 * turn began first, then the oldest request. Lists leave one turn to single packs, and wait for single packs of others.
 * `mayBegin`: whether a client may have a turn now; call `grant` when that changes. `take` waits for a turn; call its
 * result to give the turn back. It rejects with the reason of a scope that ends first.
 */
function createTurns(count: number, listWaitsMs: number, mayBegin: (client: Client) => boolean) {
  const waiting = new Set<Turn>();
  const running = new Set<Turn>();
  /** The clients that had a turn, the client of the latest turn last; only clients that wait or run are kept. */
  const served = new Set<Client>();
  const justEnded = new Set<Turn>();
  const grant = () => {
    while (running.size < count) {
      const order = [...served];
      const runs = [...running];
      const rank = ({ client }: Turn) => runs.filter((one) => one.client === client).length;
      const mayListBegin = runs.filter(({ isList }) => isList).length < count - 1;
      const singles = [...runs, ...waiting, ...justEnded].filter(({ isList }) => !isList);
      const letsOthersGo = ({ client, since }: Turn) =>
        performance.now() - since < listWaitsMs && singles.some((one) => one.client !== client);
      const [next] = [...waiting]
        .filter((turn) => mayBegin(turn.client) && (!turn.isList || (mayListBegin && !letsOthersGo(turn))))
        .sort(
          (one, other) => rank(one) - rank(other) || order.indexOf(one.client) - order.indexOf(other.client),
        );
      if (next === undefined) return;
      waiting.delete(next);
      running.add(next);
      served.delete(next.client);
      served.add(next.client);
      next.begin();
    }
  };
  const giveBack = (turn: Turn) => {
    if (!running.delete(turn)) return;
    justEnded.add(turn);
    setTimeout(() => {
      justEnded.delete(turn);
      grant();
    }, listWaitsMs / 20).unref();
    grant();
    const needed = new Set([...running, ...waiting].map(({ client }) => client));
    for (const one of served) if (!needed.has(one)) served.delete(one);
  };
  return {
    grant,
    take: async ({ signal, client, priority }: Asking): Promise<() => void> => {
      signal.throwIfAborted();
      const { promise: begun, resolve: begin } = deferred<void>();
      const turn = { client, isList: priority === 'list', since: performance.now(), begin };
      waiting.add(turn);
      grant();
      const patience = turn.isList ? setTimeout(grant, listWaitsMs).unref() : undefined;
      try {
        await race(signal, begun);
      } catch (error) {
        // The turn was granted at the moment when the client left: the next request takes it.
        if (!waiting.delete(turn)) giveBack(turn);
        throw error;
      } finally {
        clearTimeout(patience);
      }
      return () => giveBack(turn);
    },
  };
}
