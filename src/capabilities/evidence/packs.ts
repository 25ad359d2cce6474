import { existsSync } from 'node:fs';
import { AppError, SettingsError } from '../../core/errors.js';
import { PICTURE_PAGES } from '../../core/provider-access.js';
import { deferred } from '../../core/runtime/deferred.js';
import type { Logger } from '../../core/runtime/logger.js';
import { race, type Scope } from '../../core/runtime/scope.js';
import type { Message } from '../../core/texts/messages.js';
import { EVIDENCE_UNAVAILABLE } from './errors.js';
import type { EvidencePack, EvidenceParts, makeEvidence, PackOptions } from './make/make-pack.js';
import type { PackFile } from './make/pack-zip.js';
import { message } from './messages.js';
import type { RecordManifest } from './proof/pack-manifest.js';
import type { EvidenceKey } from './proof/signature.js';

/** Packs of clients that the service makes at once. */
const PACKS_AT_ONCE = PICTURE_PAGES;
/** Packs of watches and PDF exports that the service makes at once. Packs of clients cannot take this turn. */
const OWN_AT_ONCE = 1;
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
}

/**
 * Makes evidence packs: two of clients and one of the watch at a time. A pack is finished in memory, and its turn is
 * given back, before it is sent: a slow reader holds up nobody. The modules that make packs are loaded with the first
 * pack.
 */
export function createEvidence({ keyFile, keyFault = null, log, maker, ...parts }: EvidenceOptions) {
  const inClientTurn = queueOf(PACKS_AT_ONCE);
  const inOwnTurn = queueOf(OWN_AT_ONCE);
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
      throw new AppError(EVIDENCE_UNAVAILABLE, message('evidenceKeyUnusable'), { cause: error });
    }
  };

  return {
    key,
    /** Makes one pack. @throws AppError like a verdict, and `evidence_unavailable` */
    make: async (link: string, options: PackOptions, scope: Scope): Promise<EvidencePack> => {
      const signingKey = await key();
      const inTurn = scope.priority === 'background' ? inOwnTurn : inClientTurn;
      return inTurn(scope.signal, async () => {
        const makePack = maker ?? (await import('./make/make-pack.js')).makeEvidence;
        return makePack({ ...parts, key: signingKey }, link, options, scope);
      });
    },
    /** The files of the record of a client as a signed ZIP, in parts. @throws AppError `evidence_unavailable` */
    sealRecord: async (
      about: Pick<RecordManifest, 'client' | 'from' | 'to'>,
      files: readonly PackFile[],
      scope: Pick<Scope, 'signal'>,
    ): Promise<readonly Uint8Array[]> => {
      const signingKey = await key();
      const { sealRecord } = await import('./make/make-pack.js');
      return sealRecord({ ...parts, key: signingKey }, about, files, scope);
    },
    /** Prints a page of HTML as PDF, by the browser of the packs, in the turn of the watch. @throws AppError `browser_unavailable` */
    print: (page: string, { signal }: Pick<Scope, 'signal'>): Promise<Uint8Array> =>
      inOwnTurn(signal, async () => {
        const { printReport } = await import('./make/compositor.js');
        return printReport(await parts.browser.acquire(), page);
      }),
  };
}

/**
 * Gives `count` turns in the order of the requests. The result does a piece of work in a turn, and gives the turn back
 * when the work has ended: abandoned work still holds its pictures in memory. Rejects with the reason of a signal that
 * is aborted before the turn begins.
 */
function queueOf(count: number) {
  const waiting = new Set<() => void>();
  let free = count;
  const giveBack = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  };
  return async <T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> => {
    signal.throwIfAborted();
    if (free > 0) free -= 1;
    else {
      const { promise: begun, resolve: begin } = deferred<void>();
      waiting.add(begin);
      await race(signal, begun).catch((error: unknown) => {
        // The turn was granted at the moment when the client left: the next request takes it.
        if (!waiting.delete(begin)) giveBack();
        throw error;
      });
    }
    try {
      return await work();
    } finally {
      giveBack();
    }
  };
}
