import { availableParallelism } from 'node:os';
import { z } from 'zod';
import { excerpt, SettingsError } from '../errors.js';
import { LOG_LEVELS } from '../runtime/logger.js';
import {
  answeredHosts,
  apiKeys,
  controlPlaces,
  controlReviews,
  corsOrigins,
  flag,
  headerName,
  listeningHost,
  loopback,
  timeZone,
  trustedProxies,
  upstreamProxy,
  webAddress,
  wholeNumber,
} from './parsers.js';

/** Pages at once by the number of cores: throughput saturates at 2 to 4 pages on 2 cores (measured). */
const DEFAULT_CONTEXTS = Math.min(16, Math.max(4, availableParallelism() * 2));

/**
 * A setting and its description. `npm run docs` makes .env.example and docs/settings.schema.json from it.
 * `shown`: how the documentation names the default, if its value does not explain itself.
 */
export const setting = <T extends z.ZodType>(type: T, description: string, shown?: string): T =>
  type.meta({ description, ...(shown !== undefined && { shown }) });

type SettingShape = Readonly<Record<string, z.ZodType>>;
export type SettingsOf<Shape extends SettingShape> = Readonly<z.infer<z.ZodObject<Shape>>>;

/** Settings with a heading of the documentation. */
export interface SettingGroup<Shape extends SettingShape = SettingShape> {
  readonly title: string;
  readonly shape: Shape;
}

/** Each name is its environment variable. */
const CORE_GROUPS = {
  Service: {
    PORT: setting(wholeNumber(3000, 0, 65_535), 'Port to listen on. 0 = any free port.'),
    HOST: setting(listeningHost, 'Address or host name to listen on.'),
    LOG_LEVEL: setting(
      z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
      'The lowest level of the messages that are logged.',
    ),
    API_ENABLED: setting(
      flag(true),
      'false: start with the API switched off: its endpoints answer 503 `api_disabled` until SIGUSR2. The endpoints that need no key, health checks and metrics still answer.',
    ),
    SHUTDOWN_GRACE_MS: setting(
      wholeNumber(8_000, 0, 600_000),
      'How long requests under way may continue after SIGTERM, in milliseconds.',
    ),
    PUBLIC_URL: setting(
      webAddress.optional(),
      'The address under which people reach this service, such as `https://lookup.example.com`; add its host to `ALLOWED_HOSTS`. E-mails and messages to chats lead back to it, and signed packs name its address of the public key.',
    ),
    OPERATOR_NAME: setting(
      z.string().min(1).max(200).optional(),
      'Who runs this service, such as a company: the documents and messages that the service makes name the operator. Not set: they say that the operator is not given.',
    ),
    OPERATOR_CONTACT: setting(
      z.string().min(1).max(200).optional(),
      'How readers of these documents and messages reach the operator: an address, an e-mail address or a telephone number.',
    ),
  },
  Access: {
    API_KEYS: setting(
      apiKeys.optional(),
      'The API keys: entries `name:sha256-hex[:last-day[:scopes]][:team=team]`, separated by commas, spaces or line breaks. `#` begins a comment. `npm run key -- <name>` makes a key and its entry. Scopes are `api`, `metrics` and `operator`. The keys of one team share what they make.',
    ),
    API_KEYS_FILE: setting(
      z.string().min(1).optional(),
      'A file with entries as in `API_KEYS`. It is read again when it changes and on SIGHUP.',
    ),
    REQUIRE_KEYS: setting(flag(false), 'true: do not start without keys.'),
    TRUST_PROXY: setting(
      trustedProxies,
      'Number of reverse proxies in front that add to `X-Forwarded-For` (0 to 9). true = 1. false = 0: the header is ignored. Or the addresses and networks of one proxy (`127.0.0.1, 10.0.0.0/8`): requests from other addresses then pay as these addresses.',
      'false',
    ),
    AUTH_PROXY_HEADER: setting(
      headerName.optional(),
      'The header in which a reverse proxy names the user it has signed in, such as `Remote-User`. The user has the rights of the API key of that name. Needs keys, and the addresses of the proxy in `TRUST_PROXY`: the header of any other address is ignored.',
    ),
    ALLOWED_HOSTS: setting(
      answeredHosts,
      'Host names and addresses that the service answers besides loopback, or `*`. Not set: only loopback if the service listens on loopback without `TRUST_PROXY`, otherwise all.',
    ),
    CORS_ORIGINS: setting(corsOrigins, 'Origins whose scripts may use the API, or `*`.'),
  },
  Limits: {
    RATE_LIMIT_PER_MINUTE: setting(
      wholeNumber(60, 0, 1_000_000),
      'Points of a client in a minute. A client is a key, or an address where no keys are configured (for IPv6, a /64 network). 0 = no limit. The service remembers the points of 10,000 addresses and of every key.',
    ),
  },
  'Deadlines and caches': {
    REQUEST_TIMEOUT_MS: setting(
      wholeNumber(30_000, 100, 600_000),
      'Deadline of a request, in milliseconds. In a list of links it applies to each link.',
    ),
    REVIEWS_PAGE_DELAY_MS: setting(
      wholeNumber(2_000, 0, 60_000),
      'Pause between two pages of 200 reviews, in milliseconds.',
    ),
    IDENTIFIER_CACHE_SECONDS: setting(
      wholeNumber(86_400, 0, 31_536_000),
      'How long the service remembers a found identifier, in seconds. 0 = not at all.',
    ),
    DETAILS_CACHE_SECONDS: setting(
      wholeNumber(300, 0, 86_400),
      'How long the service remembers complete details of a place, in seconds. 0 = not at all.',
    ),
  },
  Browser: {
    CHROMIUM_PATH: setting(
      z.string().min(1).optional(),
      'The Chromium to use. Not set: the Chromium of Playwright, else the Chromium of the system; headless-shell is preferred.',
      'searched',
    ),
    CHROMIUM_SANDBOX: setting(
      z.enum(['auto', 'on', 'off'], { error: 'must be auto, on or off' }).default('auto'),
      "Chromium's own sandbox. auto: Chromium runs in the sandbox where the sandbox works, otherwise without the sandbox, with a warning (as root always without it). on: Chromium does not start without the sandbox. off: Chromium runs without the sandbox.",
    ),
    BROWSER_CONTEXTS: setting(
      wholeNumber(DEFAULT_CONTEXTS, 1, 64),
      'Pages of the provider that may be open at once. One client uses all pages but one, so that the others need not wait for it.',
      '2 × cores, 4 to 16',
    ),
    BROWSER_IDLE_MINUTES: setting(
      wholeNumber(5, 0, 10_080),
      'Chromium is closed after this number of minutes without a context, and started again when a page is needed. A context is closed one to two minutes after its last use. 0 = never.',
    ),
  },
  'Map provider': {
    TIME_ZONE: setting(timeZone, 'IANA time zone of the browser and of the dates in answers.'),
    PROVIDER_LOADS_PER_MINUTE: setting(
      wholeNumber(120, 0, 100_000),
      'Provider rate limiter: page loads and attempts of the HTTP fast path of all requests together in a minute. Single requests go before bulk links, and bulk links before lists. Waiting counts toward the deadline of a request, but not toward the deadline of a link of a list. 0 = no limit.',
    ),
    BREAKER_COOLDOWN_MS: setting(
      wholeNumber(30_000, 0, 600_000),
      'First pause after a block page, in milliseconds. 0 = no pause.',
    ),
    CONTROL_REVIEWS: setting(
      controlReviews,
      'Links to reviews that are known to be visible, separated by spaces or line breaks. After a load that does not show a review, one of them is read as a control. The service skips a link to a review that is no longer shown, with a warning.',
    ),
    CONTROL_PLACES: setting(
      controlPlaces,
      'Places with many reviews: Place IDs, feature ids, CIDs or links, separated by spaces or line breaks. If no other review can be read as a control, the first reviews of these places are the controls. The places are also controls for negative answers about places. Empty = no places.',
      'three well-known places',
    ),
  },
  Network: {
    UPSTREAM_PROXY: setting(
      upstreamProxy.optional(),
      'An http, https or socks proxy for outgoing connections. The proxy resolves names itself, so the check for private addresses does not apply behind it.',
    ),
    EGRESS_OVERRIDE: setting(
      loopback.optional(),
      'For tests: `127.0.0.1:<port>`. All provider traffic goes there, and certificates are not checked.',
    ),
  },
} as const;

const schema = z.object({
  ...CORE_GROUPS.Service,
  ...CORE_GROUPS.Access,
  ...CORE_GROUPS.Limits,
  ...CORE_GROUPS['Deadlines and caches'],
  ...CORE_GROUPS.Browser,
  ...CORE_GROUPS['Map provider'],
  ...CORE_GROUPS.Network,
});

/** The settings of the core by group, as the documentation shows them. */
export const CORE_SETTINGS: readonly SettingGroup[] = Object.entries(CORE_GROUPS).map(([title, shape]) => ({
  title,
  shape,
}));

/** An empty text unsets a setting, except for lists whose default is not empty. */
const EMPTY_MEANS_NONE: ReadonlySet<string> = new Set(['CONTROL_PLACES']);

/** The typed configuration of the core. Each key is its environment variable. */
export type Config = z.infer<typeof schema>;

/** A configuration with the settings of a group. It must have been read with this group. */
export function settingsOf<Known extends Config, Shape extends SettingShape>(
  config: Known,
  _group: SettingGroup<Shape>,
): Known & SettingsOf<Shape> {
  return config as Known & SettingsOf<Shape>;
}

/** The folder that `os.tmpdir()` returns from now on. */
export function setTemporaryFolder(path: string): void {
  process.env.TMPDIR = path;
}

/**
 * Reads the settings of the core and of `groups` from the environment.
 * @throws SettingsError that lists every wrong variable, one line each
 */
export function readConfig(
  groups: readonly SettingGroup[] = [],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Config {
  const all = schema.extend(Object.assign({}, ...groups.map(({ shape }) => shape)) as SettingShape);
  const given = Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        name in all.shape && value !== undefined && (value !== '' || EMPTY_MEANS_NONE.has(name)),
    ),
  );
  const result = all.safeParse(given);
  if (result.success) return result.data as Config;
  const lines = result.error.issues.map(({ path, message }) => {
    const name = path.join('.');
    return `  ${name}: ${message}${refusedValue(name, message, given[name] ?? '')}`;
  });
  const names = new Set(result.error.issues.map((issue) => String(issue.path[0])));
  throw new SettingsError([...names], `The configuration is not valid:\n${lines.join('\n')}`);
}

/** Settings whose values may hold a password or a key. */
const WITH_SECRET = /(?:URL|PROXY|KEYS?|SECRET|TOKEN|PASSWORD)$/;

/** The refused value, for behind a reason "must be …"; of a value that may hold a secret only the signs around it. */
function refusedValue(name: string, reason: string, value: string): string {
  if (!reason.startsWith('must be ')) return '';
  if (!WITH_SECRET.test(name) && !value.includes('@'))
    return `; it is ${excerpt(JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"'))}`;
  return /^["'\s]|["'\s]$/.test(value) ? '; remove the quotation marks or spaces around it' : '';
}
