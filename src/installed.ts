import { bulk } from './capabilities/bulk/bulk.js';
import { doctor } from './capabilities/doctor/doctor.js';
import { evidence } from './capabilities/evidence/evidence.js';
import { jobs } from './capabilities/jobs/jobs.js';
import { mcp } from './capabilities/mcp/mcp.js';
import { notify } from './capabilities/notify/notify.js';
import { reports } from './capabilities/reports/reports.js';
import { watch } from './capabilities/watch/watch.js';
import { coreEndpoints } from './core/api/endpoints/core-endpoints.js';
import type { Endpoint } from './core/api/endpoints/endpoint.js';
import type { Capability } from './core/capability.js';
import { CORE_SETTINGS, type SettingGroup } from './core/config/config.js';
import type { Offer } from './core/published/offers.js';

/** The capabilities of the service, in the order of their needs. Each can be deleted with its two lines here. */
// biome-ignore format: an entry has a line, so that it can be deleted.
export const CAPABILITIES: readonly Capability[] = [
  bulk,
  jobs,
  evidence,
  watch,
  notify,
  reports,
  doctor,
  mcp,
];

/** The settings that capabilities add to the settings of the core. Some capabilities share a group. */
export const ADDED_SETTINGS: readonly SettingGroup[] = [
  ...new Set(CAPABILITIES.flatMap(({ settings }) => settings ?? [])),
];

/** All settings, by group. */
export const SETTINGS = [...CORE_SETTINGS, ...ADDED_SETTINGS];

const offerOf = ({ name, offer }: Capability): readonly Offer[] =>
  offer === undefined ? [] : [{ name, ...offer }];

export const CORE_ENDPOINTS = coreEndpoints(
  CAPABILITIES.flatMap(offerOf),
  Object.assign({}, ...CAPABILITIES.map(({ checks }) => checks)),
);

/** Every endpoint, in the order of the OpenAPI document. Those of capabilities answer only when they are opened. */
export const ENDPOINTS: readonly Endpoint<never>[] = [
  ...CORE_ENDPOINTS,
  ...CAPABILITIES.flatMap(({ endpoints }) => endpoints),
];
