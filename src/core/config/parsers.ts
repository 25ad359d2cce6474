import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { isUpstreamProxy } from '../egress/upstream.js';
import { AppError, excerpt, INVALID_REQUEST, refusalOf } from '../errors.js';
import { classifyQuery } from '../identifiers/classify.js';
import { classifyReviewLink } from '../identifiers/review-url.js';
import { message } from '../texts/messages.js';
import { apiKeyProblems } from './api-keys.js';

// Parsers of the settings that decide who can reach the service.

export const listOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '');

/** The address to listen on. Listening checks whether it can be resolved and belongs to this machine. */
export const listeningHost = z
  .string()
  .refine(isHost, 'must be an IP address or a host name, without port or brackets')
  .default('127.0.0.1');

/** Reverse proxies in front: their number (`false` = 0, `true` = 1), or the addresses and networks of one proxy. */
export const trustedProxies = z
  .string()
  .transform((text, context): number | readonly string[] => {
    if (/^(true|false|\d)$/.test(text)) return text === 'true' ? 1 : text === 'false' ? 0 : Number(text);
    const networks = listOf(text);
    if (networks.length > 0 && networks.every(isNetwork)) return networks;
    const message =
      'must be false, true, or the number of reverse proxies in front (0 to 9), or addresses such as 127.0.0.1, 10.0.0.0/8';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .default(0);

function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text) || (isIP(text) !== 0 && ipaddr.isValid(text));
}

export const headerName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/, 'must be the name of a header such as Remote-User')
  .refine(
    (name) => !['authorization', 'x-api-key', 'cookie', 'host'].includes(name.toLowerCase()),
    'must be a header that only the proxy sets, such as Remote-User',
  );

/** Origins whose scripts may use the API. */
export const corsOrigins = z
  .string()
  .transform(listOf)
  .refine(
    (list) => list.every((origin) => origin === '*' || isOrigin(origin)),
    'must be * or origins such as https://app.example, separated by commas',
  )
  .default([]);

/** Host names that the service answers, in lower case and without brackets. */
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

export const HOST_NAME = /^[\w-]+(?:\.[\w-]+)*$/;

/** Whether a text is an IP address or a host name, without port or brackets. */
export function isHost(text: string): boolean {
  return isIP(text) !== 0 || HOST_NAME.test(text);
}

// Each parser reads the text of an environment variable.

/** A whole number within bounds. */
export const wholeNumber = (fallback: number, min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, words)
    .transform(Number)
    .pipe(z.number(words).min(min, words).max(max, words))
    .default(fallback);
};

export const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .default(fallback);

/** Accepts any case. Chromium opens a context only for the canonical spelling. */
export const timeZone = z
  .string()
  .transform((name, context) => {
    const canonical = canonicalTimeZone(name);
    if (canonical !== null) return canonical;
    context.addIssue('must be an IANA time zone such as Europe/Warsaw');
    return z.NEVER;
  })
  .default('Europe/Warsaw');

/** An address of this machine with its port. */
export const loopback = z
  .string()
  .refine(isLoopbackWithPort, 'must be 127.0.0.1:<port>; only loopback is allowed')
  .transform((text) => ({
    host: text.slice(0, text.indexOf(':')),
    port: Number(text.slice(text.indexOf(':') + 1)),
  }))
  .refine(({ port }) => port >= 1 && port <= 65_535, 'the port must be 1 to 65535');

/** The address of a proxy that the egress proxy can use. */
export const upstreamProxy = z
  .string()
  .refine(
    isUpstreamProxy,
    'must be the address of an http, https or socks proxy, such as http://user:pass@proxy.example:8080',
  );

/** An http or https address without user and password. */
export const webAddress = z.string().refine((text) => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}, 'must be an http or https address without user and password');

/** `name:sha256-hex[:last-day[:scopes]]` entries, separated by commas, spaces or lines. */
export const apiKeys = z.string().superRefine((text, context) => {
  for (const problem of apiKeyProblems(text)) context.addIssue(problem);
});

/** A list of texts that `check` must accept; `kind`: what an entry is, for the message. */
const listOfInputs = (split: (text: string) => string[], kind: string, check: (entry: string) => unknown) =>
  z
    .string()
    .transform((text) => split(text).filter((entry) => entry !== ''))
    .superRefine((entries, context) => {
      for (const entry of entries) {
        const problem = refusalOf(() => check(entry));
        if (problem !== null) context.addIssue(`${excerpt(entry)} is not a ${kind}. ${problem.message}`);
      }
    });

/** Links to reviews that are known to be visible. A comma separates two links only before a scheme. */
export const controlReviews = listOfInputs(
  (text) => text.split(/\s+|,(?=https?:)/),
  'link to a review',
  classifyReviewLink,
).default([]);

/** Places by Place ID, feature id, CID or link. A name is refused: it may mean another place some day. */
export const places = listOfInputs((text) => text.split(/\s+|,(?=https?:|ChIJ|0x)/), 'place', requirePlace);

/**
 * The Eiffel Tower, the Louvre and the Colosseum: places with tens of thousands of reviews that will not close.
 * docs/provider/places.md §1 names the public sources of their Place IDs.
 */
export const WELL_KNOWN_PLACES: readonly string[] = [
  'ChIJLU7jZClu5kcR4PcOOO6p3I0',
  'ChIJD3uTd9hx5kcR1IQvGfr8dbk',
  'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg',
];

export const controlPlaces = places.default([...WELL_KNOWN_PLACES]);

function isLoopbackWithPort(text: string): boolean {
  const host = /^(127\..+):\d{1,5}$/.exec(text)?.[1];
  return host !== undefined && isIPv4(host);
}

/** @throws AppError if a text does not name a place */
function requirePlace(place: string): void {
  const query = classifyQuery(place);
  const isName = query.kind === 'name' || (query.kind === 'map_url' && 'text' in query.target);
  if (isName) throw new AppError(INVALID_REQUEST, message('nameNotAccepted'));
}

/** Null = there is no such time zone. Newer Node.js also takes an offset such as "+01:00", which Chromium refuses. */
function canonicalTimeZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
