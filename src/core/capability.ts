import type { z } from 'zod';
import type { CoreServices, Endpoint } from './api/endpoints/endpoint.js';
import type { LocalTime } from './api/local-time.js';
import type { DocumentAddition } from './api/openapi/document.js';
import type { AppContext } from './api/state.js';
import type { ApiKeys } from './config/api-keys.js';
import type { Config, SettingGroup } from './config/config.js';
import type { UseCases } from './lookups.js';
import type { ProviderAccess } from './provider-access.js';
import type { Offer } from './published/offers.js';
import type { Logger } from './runtime/logger.js';
import type { Metrics } from './runtime/metrics.js';

// What the service can do beyond its core is declared here: the core reads the declarations, without their names.

/** What the core gives to capabilities. */
export interface Core extends Omit<ProviderAccess, 'close'>, UseCases {
  readonly config: Config;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly localTime: LocalTime;
  readonly version: string;
  /** The keys as last read; null = no keys are configured. */
  readonly keys: ApiKeys | null;
  readonly isProviderBlocked: () => boolean;
  /** What several capabilities use together, such as a database: made by the first one that asks for it. */
  readonly together: <T>(name: string, make: () => Promise<T>) => Promise<T>;
}

/** What an opened capability gives, and how it starts and ends. */
export interface Opened<Own> {
  readonly own: Own;
  /** Why the client of a request may not use it now; null = it may. For `/api/capabilities`. */
  readonly refusal?: (
    core: Pick<CoreServices, 'config' | 'hasKeys'>,
    ctx: Pick<AppContext, 'req' | 'get'>,
  ) => Promise<Refusal | null> | Refusal | null;
  /** Its parts of `checks` in `/readyz`. Never a reason for 503. */
  readonly checks?: () => Readonly<Record<string, unknown>>;
  /** Begins its own work, after the service listens. */
  readonly start?: () => void;
  /** Takes no new work, and lets work under way end within `graceMs`. `own` still answers. Bounded. */
  readonly stop?: (graceMs: number) => Promise<void>;
  /** Ends the work that is still under way when the time of `stop` is over. Bounded. */
  readonly abort?: () => Promise<void>;
  /** Frees what it holds, after the last request. */
  readonly close?: () => Promise<void>;
}

/** Why something is refused, as clients see it. */
export interface Refusal {
  readonly message: string;
  readonly reason: string | null;
  readonly values: Readonly<Record<string, unknown>>;
}

interface Declaration<Own, Needs extends Needed> extends DocumentAddition {
  readonly name: string;
  /** How `/api/capabilities` tells of it, by its name unless it gives another; absent = it does not. */
  readonly offer?: Omit<Offer, 'name'> & Partial<Offer>;
  /** The settings that it reads, besides the settings of the core. */
  readonly settings?: readonly SettingGroup[];
  /** What it adds to `checks` of `/readyz`. */
  readonly checks?: Readonly<Record<string, z.ZodType>>;
  readonly endpoints: readonly Endpoint<Own>[];
  /** The capabilities without which it cannot be. */
  readonly needs: Needs;
  readonly open: (core: Core, needed: OwnOf<Needs>) => Promise<Opened<Own>> | Opened<Own>;
}
type Needed = Readonly<Record<string, Capability>>;
export type OwnOf<Needs extends Needed> = {
  readonly [Name in keyof Needs]: Needs[Name] extends Capability<infer Own> ? Own : never;
};

/** A capability as lists hold it: the type of its service is known only inside. */
export interface Capability<Own = unknown>
  extends Pick<
    Declaration<Own, Needed>,
    'name' | 'offer' | 'settings' | 'tag' | 'messages' | 'checks' | 'needs'
  > {
  /** For the document; they answer nothing. */
  readonly endpoints: readonly Endpoint<never>[];
  readonly open: (core: Core, opened: ReadonlyMap<Capability, unknown>) => Promise<Served<Own>>;
}

/** An opened capability, with the endpoints that answer. */
export interface Served<Own = unknown>
  extends Omit<Opened<Own>, 'own'>,
    Pick<Declaration<Own, Needed>, 'offer' | 'tag' | 'messages'> {
  readonly name: string;
  readonly own: Own;
  readonly endpoints: readonly Endpoint[];
}

/** Declares a capability: endpoints, needs and `open` fit together. Opened, its endpoints are bound to its service. */
export function capability<Own, Needs extends Needed>(declared: Declaration<Own, Needs>): Capability<Own> {
  const { name, offer, tag, messages, endpoints } = declared;
  return {
    ...declared,
    open: async (core, opened) => {
      const needed = Object.entries(declared.needs).map(([key, other]) => [key, opened.get(other)]);
      const service = await declared.open(core, Object.fromEntries(needed) as OwnOf<Needs>);
      return {
        ...service,
        name,
        ...(offer !== undefined && { offer }),
        ...(tag !== undefined && { tag }),
        ...(messages !== undefined && { messages }),
        endpoints: endpoints.map((endpoint) => ({
          ...endpoint,
          answer: (services) => endpoint.answer(services, service.own),
        })),
      };
    },
  };
}
