import { z } from 'zod';
import { type SettingGroup, setting } from '../../core/config/config.js';
import { isLoopbackAddress } from '../../core/egress/addresses.js';

/** Whether the service may request time stamps from an address: https, or http on this machine. */
function isStampAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || !isDecodable(url.username) || !isDecodable(url.password)) return false;
  if (url.protocol === 'https:') return true;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return url.protocol === 'http:' && (host === 'localhost' || isLoopbackAddress(host));
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The address of a time-stamping authority. The message does not quote the text, which may hold a password. */
const stampAuthority = z
  .string()
  .refine(isStampAddress, 'must be https://[user:password@]host[:port]/path, or http on this machine');

/** The settings of evidence packs. */
export const EVIDENCE_SETTINGS = {
  title: 'Evidence packs',
  shape: {
    TSA_URL: setting(
      stampAuthority.optional(),
      'The time-stamping authority for evidence packs (RFC 3161): `https://[user:password@]host[:port]/path`, or http on this machine. Special characters in user and password are percent-encoded. Not set: packs have a signature and no time stamp.',
    ),
  },
} as const satisfies SettingGroup;
