import type { MessagePort } from 'node:worker_threads';
import type { Config } from '../../src/core/config/config.js';
import type { ShareLinkPatience } from '../../src/core/places/share-links.js';
import type { ProviderAccessOptions } from '../../src/core/provider-access.js';

type BrowserLimits = NonNullable<ProviderAccessOptions['browserLimits']>;

/** What a test may set of a service besides its environment. */
export interface Tuning extends Partial<Config> {
  readonly settleMs?: number;
  readonly fastPathPauseMs?: number;
  readonly usesFastPath?: boolean;
  readonly listTimeoutMs?: number | undefined;
  readonly shareLinks?: ShareLinkPatience;
  readonly queueLimit?: number;
  readonly contextMaxUses?: number;
  readonly browserLimits?: BrowserLimits;
  /** False = Chromium cannot start, and nobody waits for it: for a service that loads nothing. */
  readonly hasBrowser?: boolean;
}

/** Asks the thread for one service; both sides speak about it over `port`. All of it can be cloned. */
export interface StartRequest {
  readonly env: Readonly<Record<string, string>>;
  /** Replaces settings of `env`. */
  readonly tuned: Partial<Config>;
  readonly executablePath: string;
  readonly hasBrowser: boolean;
  readonly settleMs: number;
  readonly fastPathPauseMs: number;
  readonly usesFastPath: boolean;
  readonly listTimeoutMs?: number | undefined;
  readonly shareLinks: ShareLinkPatience;
  readonly queueLimit: number | undefined;
  readonly contextMaxUses: number | undefined;
  readonly browserLimits: BrowserLimits;
  readonly port: MessagePort;
}

/** To the service. */
export interface ToService {
  readonly kind: 'close' | 'flush';
}

/** From the service: its log lines in order, and `flushed` after those that were written before `flush` came. */
export type FromService =
  | { readonly kind: 'started'; readonly url: string }
  | { readonly kind: 'log'; readonly line: string }
  | { readonly kind: 'flushed' | 'closed' }
  | { readonly kind: 'failed'; readonly error: unknown };
