import { AppError, SettingsError } from '../contract/errors.js';
import { message } from '../contract/messages.js';
import { deferred } from '../runtime/deferred.js';
import type { Logger } from '../runtime/logger.js';
import { race, type Scope } from '../runtime/scope.js';
import type { EvidencePack, EvidenceParts, PackOptions } from './make-evidence.js';
import type { EvidenceKey } from './signature.js';

/** Packs that the service makes at once. */
export const PACKS_AT_ONCE = 2;

/** Evidence packs of the service. */
export type Evidence = ReturnType<typeof createEvidence>;

interface EvidenceOptions extends Omit<EvidenceParts, 'key'> {
  /** EVIDENCE_KEY_FILE; undefined = this service makes no packs. */
  readonly keyFile: string | undefined;
  readonly log: Logger;
}

/**
 * Makes evidence packs, two at a time: a pack is held in memory until its client has read it. The modules that make
 * packs are loaded with the first pack.
 */
export function createEvidence({ keyFile, log, ...parts }: EvidenceOptions) {
  const takeTurn = createTurns(PACKS_AT_ONCE);
  let opened: Promise<EvidenceKey> | null = null;

  /** @throws AppError `evidence_unavailable` */
  const key = async (): Promise<EvidenceKey> => {
    if (keyFile === undefined) throw new AppError('evidence_unavailable', message('evidenceWithoutKey'));
    opened ??= import('./signature.js').then(({ openEvidenceKey }) => openEvidenceKey(keyFile));
    try {
      return await opened;
    } catch (error) {
      // The operator may repair the file while the service runs.
      opened = null;
      if (!(error instanceof SettingsError)) throw error;
      log.error({ err: error }, 'evidence packs cannot be signed');
      throw new AppError('evidence_unavailable', message('evidenceKeyUnusable'), { cause: error });
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
      const giveBack = await takeTurn(scope);
      const release = () => {
        signal.removeEventListener('abort', release);
        giveBack();
      };
      try {
        const { makeEvidence } = await import('./make-evidence.js');
        const pack = await makeEvidence({ ...parts, key: signingKey }, link, options, scope);
        signal.throwIfAborted();
        // A client that leaves does not read the rest of its pack.
        signal.addEventListener('abort', release, { once: true });
        return { pack, release };
      } catch (error) {
        // The turn is given back only now: a pack that nobody waits for keeps its pictures in memory until its work
        // ends.
        release();
        throw error;
      }
    },
    /** Prints a page of HTML as PDF, by the browser of the packs and in their turns. @throws AppError `browser_unavailable` */
    print: async (page: string, scope: Pick<Scope, 'signal'>): Promise<Uint8Array> => {
      const giveBack = await takeTurn(scope);
      try {
        const { printReport } = await import('./compositor.js');
        return await printReport(await parts.browser.acquire(), page);
      } finally {
        giveBack();
      }
    },
  };
}

/**
 * Gives `count` turns in the order of request. The function waits for a turn; call its result to give the turn back. It
 * rejects with the reason of a scope that ends first.
 */
function createTurns(count: number): (scope: Pick<Scope, 'signal'>) => Promise<() => void> {
  const waiting = new Set<() => void>();
  let left = count;
  const giveBack = () => {
    const [next] = waiting;
    if (next === undefined) left += 1;
    else {
      waiting.delete(next);
      next();
    }
  };
  return async ({ signal }) => {
    signal.throwIfAborted();
    if (left > 0) left -= 1;
    else {
      const { promise: granted, resolve: grant } = deferred<void>();
      waiting.add(grant);
      try {
        await race(signal, granted);
      } catch (error) {
        // The turn was granted at the moment when the client left: the next request takes it.
        if (!waiting.delete(grant)) giveBack();
        throw error;
      }
    }
    let isOver = false;
    return () => {
      if (!isOver) giveBack();
      isOver = true;
    };
  };
}
