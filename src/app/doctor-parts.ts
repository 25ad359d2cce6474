import { lookup } from 'node:dns/promises';
import type { Config } from '../config/config.js';
import { WELL_KNOWN_PLACES } from '../config/parsers.js';
import type { DoctorProvider } from '../doctor/lookups.js';
import type { DoctorParts } from '../doctor/run-checks.js';
import type { RulesInfo } from '../provider/rules/load-rules.js';
import type { ProviderAccess } from './provider-access.js';

interface DoctorPartsOptions {
  readonly config: Config;
  readonly access: ProviderAccess;
  readonly provider: DoctorProvider;
  /** The sets of rules in use, in the order in which they are tried. */
  readonly rules: readonly RulesInfo[];
  /** Replace the places of the configuration; empty = the configuration applies. */
  readonly places?: readonly string[];
}

/** The parts that the doctor examines; the same for the service and for the command line. */
export function doctorParts({
  config,
  access,
  provider,
  rules,
  places = [],
}: DoctorPartsOptions): DoctorParts {
  const { chromium, handshake } = access;
  const chosen = [places, config.DOCTOR_PLACES, config.CONTROL_PLACES].find((list) => list.length > 0);
  return {
    machine: {
      nodeVersion: process.versions.node,
      chromium,
      sandboxMode: config.CHROMIUM_SANDBOX,
      route:
        config.EGRESS_OVERRIDE !== undefined
          ? 'override'
          : config.UPSTREAM_PROXY !== undefined
            ? 'upstream'
            : 'direct',
      rules,
      resolve: (hostname) => lookup(hostname, { all: true }),
      handshake,
    },
    provider,
    places: chosen ?? WELL_KNOWN_PLACES,
  };
}
