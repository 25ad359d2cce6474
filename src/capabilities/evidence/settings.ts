import { z } from 'zod';
import { type SettingGroup, setting } from '../../core/config/config.js';
import { webAddress } from '../../core/config/parsers.js';
import { isLoopbackAddress } from '../../core/egress/addresses.js';

/** Whether the service may request time stamps from an address: https, or http on this machine, without a login. */
function isStampAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'http:' && (host === 'localhost' || isLoopbackAddress(host));
}

/** The address of a time-stamping authority. */
export const stampAuthority = z
  .string()
  .refine(
    isStampAddress,
    'must be an https address without user and password (TSA_USER, TSA_PASSWORD); http only on this machine',
  );

/** The settings of evidence packs. */
export const EVIDENCE_SETTINGS = {
  title: 'Evidence packs',
  shape: {
    EVIDENCE_KEY_URL: setting(
      webAddress.optional(),
      'The address at which the operator publishes the public key, for readers of a pack: a page of the operator, or `/api/evidence-key` of this service under its public name. The report and the manifest of each pack name it.',
    ),
    TSA_URL: setting(
      stampAuthority.optional(),
      'The time-stamping authority for evidence packs (RFC 3161): an https address, or http on this machine. Not set: packs have a signature and no time stamp.',
    ),
    TSA_USER: setting(z.string().min(1).optional(), 'User name for `TSA_URL` (Basic authentication).'),
    TSA_PASSWORD: setting(z.string().min(1).optional(), 'Password for `TSA_URL`. It is never logged.'),
  },
} as const satisfies SettingGroup;
