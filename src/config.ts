import { isIPv4 } from 'node:net';
import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { isUpstreamProxy } from './egress/upstream.js';
import { excerpt } from './errors.js';
import { apiKeyProblems } from './http/api-keys.js';
import { answeredHosts, corsOrigins, listeningHost, trustedProxies } from './http/exposure-settings.js';
import { classifyReviewLink } from './identifiers/review-url.js';
import { LOG_LEVELS } from './logger.js';

const wholeNumber = (fallback: number, min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, words)
    .transform(Number)
    .pipe(z.number().min(min, words).max(max, words))
    .default(fallback);
};

const flag = (fallback: boolean) =>
  z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .transform((text) => text === 'true')
    .default(fallback);

/** With a region or without: both make a locale that Chromium takes. */
const language = z
  .string()
  .regex(/^[a-z]{2}(-[A-Za-z]{2})?$/, 'must be a language code such as "pl" or "pt-BR"')
  .default('pl');

const region = z
  .string()
  .regex(/^[a-z]{2}$/, 'must be a region code of two small letters such as "pl"')
  .default('pl');

/** Any case is understood; Chromium opens no context for anything but the canonical spelling. */
const timeZone = z
  .string()
  .transform((name, context) => {
    const canonical = canonicalTimeZone(name);
    if (canonical !== null) return canonical;
    context.addIssue('must be an IANA time zone such as Europe/Warsaw');
    return z.NEVER;
  })
  .default('Europe/Warsaw');

const loopback = z
  .string()
  .refine(isLoopbackWithPort, 'must be 127.0.0.1:<port>; only loopback is allowed')
  .transform((text) => ({
    host: text.slice(0, text.indexOf(':')),
    port: Number(text.slice(text.indexOf(':') + 1)),
  }))
  .refine(({ port }) => port >= 1 && port <= 65_535, 'the port must be 1 to 65535');

const upstreamProxy = z
  .string()
  .refine(
    isUpstreamProxy,
    'must be the address of an http, https or socks proxy, such as http://user:pass@proxy.example:8080',
  );

/** `name:sha256-hex[:last-day[:scopes]]` entries, separated by commas, spaces or lines. */
const apiKeys = z.string().superRefine((text, context) => {
  for (const problem of apiKeyProblems(text)) context.addIssue(problem);
});

/** Links to reviews that are known to be visible; a comma parts two links only before a scheme. */
const controlReviews = z
  .string()
  .transform((text) => text.split(/\s+|,(?=https?:)/).filter((link) => link !== ''))
  .superRefine((links, context) => {
    for (const link of links) {
      const problem = reviewLinkProblem(link);
      if (problem !== null) context.addIssue(`${excerpt(link)} is not a link to a review. ${problem}`);
    }
  })
  .default([]);

const schema = z.object({
  PORT: wholeNumber(3000, 0, 65_535),
  HOST: listeningHost,
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  CHROMIUM_PATH: z.string().min(1).optional(),
  /** Playwright's own variable: where its browsers are installed. */
  PLAYWRIGHT_BROWSERS_PATH: z.string().min(1).optional(),
  BROWSER_CONTEXTS: wholeNumber(defaultContexts(availableParallelism()), 1, 64),
  QUEUE_LIMIT: wholeNumber(100, 0, 100_000),
  REQUEST_TIMEOUT_MS: wholeNumber(30_000, 100, 600_000),
  /** Deadline of a review list. */
  REVIEWS_TIMEOUT_MS: wholeNumber(300_000, 1_000, 3_600_000),
  /** Pause between two pages of 200 reviews. */
  REVIEWS_PAGE_DELAY_MS: wholeNumber(2_000, 0, 60_000),
  PROVIDER_LANGUAGE: language,
  PROVIDER_REGION: region,
  TIME_ZONE: timeZone,
  API_ENABLED: flag(true),
  API_KEYS: apiKeys.optional(),
  API_KEYS_FILE: z.string().min(1).optional(),
  /** Start with API keys or not at all. */
  REQUIRE_KEYS: flag(false),
  /** Points a client has in a minute; 0 = no limit. */
  RATE_LIMIT_PER_MINUTE: wholeNumber(60, 0, 1_000_000),
  /** Lists, and bulk checks, of one client under way at once; 0 = no limit. */
  LISTS_PER_CLIENT: wholeNumber(2, 0, 100_000),
  BULK_PER_CLIENT: wholeNumber(2, 0, 100_000),
  /** Lists of all clients together under way at once; 0 = no limit. A long one takes some 450 MB. */
  MAX_LISTS: wholeNumber(3, 0, 100_000),
  TRUST_PROXY: trustedProxies,
  CORS_ORIGINS: corsOrigins,
  /** Hosts that are answered besides loopback, "*" = any. */
  ALLOWED_HOSTS: answeredHosts,
  /** Page loads in a minute, all requests together; 0 = no limit. */
  PROVIDER_LOADS_PER_MINUTE: wholeNumber(120, 0, 100_000),
  /** How long the provider is left alone after its first refusal; 0 = not at all. */
  BREAKER_COOLDOWN_MS: wholeNumber(30_000, 0, 600_000),
  /** How long work under way may go on after SIGTERM. */
  SHUTDOWN_GRACE_MS: wholeNumber(8_000, 0, 600_000),
  /** A context is replaced after so many uses, or when it is so old. */
  CONTEXT_MAX_USES: wholeNumber(100, 1, 100_000),
  CONTEXT_MAX_AGE_MINUTES: wholeNumber(60, 1, 10_080),
  /** Plain requests in place of a page load, where they give the whole answer. */
  LIGHT_LANE: z.enum(['auto', 'off'], { error: 'must be auto or off' }).default('auto'),
  CHROMIUM_SANDBOX: z.enum(['auto', 'on', 'off'], { error: 'must be auto, on or off' }).default('auto'),
  EGRESS_OVERRIDE: loopback.optional(),
  UPSTREAM_PROXY: upstreamProxy.optional(),
  /** Reviews that prove, before a negative verdict, that the provider answers normally. */
  CONTROL_REVIEWS: controlReviews,
  /** How long one such proof is good for. */
  CONTROL_MAX_AGE_SECONDS: wholeNumber(300, 1, 3_600),
  IDENTIFIER_CACHE_SECONDS: wholeNumber(86_400, 0, 31_536_000),
  DETAILS_CACHE_SECONDS: wholeNumber(300, 0, 86_400),
});

/** The typed configuration; every key is named as its environment variable. */
export type Config = z.infer<typeof schema>;

/** Reads the environment. Throws one Error that lists every wrong variable, one line each. */
export function readConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) => name in schema.shape && value !== undefined && value !== '',
    ),
  );
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The configuration is not valid:\n${lines.join('\n')}`);
}

/** Pages at once for a number of cores: throughput saturates at 2 to 4 pages on 2 cores (measured). */
export function defaultContexts(cores: number): number {
  return Math.min(16, Math.max(4, cores * 2));
}

function isLoopbackWithPort(text: string): boolean {
  const host = /^(127\..+):\d{1,5}$/.exec(text)?.[1];
  return host !== undefined && isIPv4(host);
}

/** Why a link names no review; null when it does. */
function reviewLinkProblem(link: string): string | null {
  try {
    classifyReviewLink(link);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'It cannot be read.';
  }
}

/** Null when there is no such zone. Newer Node.js also takes an offset such as "+01:00", which Chromium does not. */
function canonicalTimeZone(name: string): string | null {
  if (!/^[a-z]/i.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
