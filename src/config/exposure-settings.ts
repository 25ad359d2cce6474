import { isIP } from 'node:net';
import { z } from 'zod';

// Parsers of the settings that decide who can reach the service.

const listOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');

/** Where to listen. Whether it can be resolved and belongs to this machine is checked when the service listens. */
export const listeningHost = z
  .string()
  .refine(isHost, 'must be an IP address or a host name, without port or brackets')
  .default('127.0.0.1');

/** How many reverse proxies stand in front: `false` = none, `true` = one. */
export const trustedProxies = z
  .string()
  .regex(/^(true|false|\d)$/, 'must be false, true, or the number of reverse proxies in front (0 to 9)')
  .transform((text) => (text === 'true' ? 1 : text === 'false' ? 0 : Number(text)))
  .default(0);

/** Origins whose scripts may use the API. */
export const corsOrigins = z
  .string()
  .transform(listOf)
  .refine(
    (list) => list.every((origin) => origin === '*' || isOrigin(origin)),
    'must be * or origins such as https://app.example, separated by commas',
  )
  .default([]);

/** Hosts that are answered, in lower case and without brackets. */
export const answeredHosts = z
  .string()
  .transform((text) => listOf(text).map((entry) => entry.replace(/^\[(.*)\]$/, '$1').toLowerCase()))
  .refine(
    (list) => list.every((entry) => entry === '*' || isHost(entry)),
    'must be * or host names and IP addresses without port, separated by commas',
  )
  .default([]);

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const HOST_NAME = /^[\w-]+(?:\.[\w-]+)*$/;

/** Whether a text is an IP address or a host name, without port or brackets. */
function isHost(text: string): boolean {
  return isIP(text) !== 0 || HOST_NAME.test(text);
}
