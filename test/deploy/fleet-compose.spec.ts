import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, YAML11_SCHEMA } from 'js-yaml';
import { DELIVERY_SETTINGS } from '../../src/capabilities/notify/settings.js';
import { WATCH_SETTINGS } from '../../src/capabilities/watch/settings.js';
import { readConfig } from '../support/read-config.js';
import { expect, test } from '../support/test.js';

// What deploy/compose.fleet.yaml and deploy/Caddyfile promise. No container engine is needed.

const DEPLOY = fileURLToPath(new URL('../../deploy', import.meta.url));
const REPLICAS = ['replica-1', 'replica-2', 'replica-3'];

interface Service {
  readonly image: string;
  readonly ports?: readonly string[];
  readonly user?: string;
  readonly read_only: boolean;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly stop_grace_period: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly networks: Readonly<Record<string, unknown>> | readonly string[];
  readonly volumes?: readonly string[];
}

interface ComposeFile {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { internal?: boolean } | null>>;
}

// Merge keys (`<<`) belong to YAML 1.1.
const read = (name: string) =>
  load(readFileSync(join(DEPLOY, name), 'utf8'), { schema: YAML11_SCHEMA }) as ComposeFile;
const caddyfile = readFileSync(join(DEPLOY, 'Caddyfile'), 'utf8')
  .split('\n')
  .filter((line) => !line.trim().startsWith('#'))
  .join('\n');
const fleet = read('compose.fleet.yaml');

function service(name: string, file = fleet): Service {
  const found = file.services[name];
  if (found === undefined) throw new Error(`no service ${name}`);
  return found;
}

/** Milliseconds of `330s`. */
const milliseconds = (text: string) => Number(/^(\d+)s$/.exec(text)?.[1]) * 1000;

test('each replica is hardened as the container of compose.yaml', () => {
  const single = service('place-lookup', read('compose.yaml'));
  const alike = [
    'build',
    'image',
    'read_only',
    'cap_drop',
    'security_opt',
    'tmpfs',
    'mem_limit',
    'pids_limit',
  ];
  const pick = (from: Service) => Object.entries(from).filter(([key]) => alike.includes(key));
  for (const name of REPLICAS) {
    expect(pick(service(name)), name).toEqual(pick(single));
    expect(service(name).environment.CHROMIUM_SANDBOX).toBe('on');
  }
});

test('each replica shares its state, and may finish the longest list', () => {
  const config = readConfig({});
  for (const name of REPLICAS) {
    const { environment, stop_grace_period: period, ports } = service(name);
    expect(environment.DATABASE_URL).toMatch(
      /^postgres:\/\/place_lookup:\$\{POSTGRES_PASSWORD:\?[^}]+\}@postgres\/place_lookup$/,
    );
    expect(environment.FLEET_SIZE_HINT).toBe(String(REPLICAS.length));
    expect(Number(environment.SHUTDOWN_GRACE_MS)).toBeGreaterThan(config.REVIEWS_TIMEOUT_MS);
    expect(milliseconds(period)).toBeGreaterThan(Number(environment.SHUTDOWN_GRACE_MS));
    expect(ports).toBeUndefined();
    const texts = Object.entries(environment).every(([, value]) => typeof value === 'string');
    expect(texts, 'compose wants texts').toBe(true);
  }
});

test('the service accepts the settings of a replica', () => {
  const { environment } = service('replica-1');
  const own = Object.entries(environment).filter(([name, value]) => value !== `\${${name}:-}`);
  const given = {
    ...Object.fromEntries(own),
    ALLOWED_HOSTS: 'localhost',
    DATABASE_URL: 'postgres://place_lookup:secret@postgres/place_lookup',
  };
  expect(readConfig(given)).toMatchObject({
    TRUST_PROXY: 1,
    ALLOWED_HOSTS: ['localhost'],
    SHUTDOWN_GRACE_MS: 310_000,
    CHROMIUM_SANDBOX: 'on',
  });
});

test('both files pass every setting of the watch on, and an empty one is the default', () => {
  const names = [WATCH_SETTINGS, DELIVERY_SETTINGS].flatMap(({ shape }) => Object.keys(shape));
  expect(names).toContain('RETAIN_EVENTS_DAYS');
  for (const { environment } of [service('replica-1'), service('place-lookup', read('compose.yaml'))]) {
    const passed = Object.fromEntries(names.map((name) => [name, environment[name]]));
    expect(passed).toEqual(Object.fromEntries(names.map((name) => [name, `\${${name}:-}`])));
  }
  const empty = readConfig(Object.fromEntries(names.map((name) => [name, ''])));
  expect(empty).toEqual(readConfig({}));
});

test('PostgreSQL asks for a password and cannot be reached from outside', () => {
  const postgres = service('postgres');
  expect(postgres.environment.POSTGRES_PASSWORD).toMatch(/^\$\{POSTGRES_PASSWORD:\?[^}]+\}$/);
  expect(postgres.volumes).toEqual(['postgres:/var/lib/postgresql/data']);
  expect(postgres.image).toMatch(/^postgres:\d+\.\d+/);
  expect([postgres.ports, postgres.networks]).toEqual([undefined, ['state']]);
  expect(fleet.networks.state).toEqual({ internal: true });
});

test('only the balancer is published, on loopback, and it does not see PostgreSQL', () => {
  const published = Object.entries(fleet.services).filter(([, { ports }]) => ports !== undefined);
  expect(published.map(([name]) => name)).toEqual(['balancer']);
  const { image, networks, ports, volumes } = service('balancer');
  expect(ports).toEqual(['127.0.0.1:3000:3000']);
  expect(networks).toEqual(['front']);
  expect(image).toMatch(/^caddy:\d+\.\d+\.\d+/);
  expect(volumes).toContain('./Caddyfile:/etc/caddy/Caddyfile:ro');
});

test('containers cannot gain rights or change their files', () => {
  for (const [name, one] of Object.entries(fleet.services)) {
    expect(one.read_only, name).toBe(true);
    expect(one.cap_drop, name).toEqual(['ALL']);
    expect(one.security_opt, name).toContain('no-new-privileges:true');
  }
});

test('the balancer knows every replica and checks its readiness', () => {
  expect(caddyfile).toContain(`reverse_proxy ${REPLICAS.map((name) => `${name}:3000`).join(' ')} {`);
  expect(caddyfile).toMatch(/\bhealth_uri \/readyz\n/);
  expect(caddyfile).not.toMatch(/lb_policy (cookie|ip_hash|header|client_ip_hash)/);
});

test('the balancer waits longer than the longest list, and lets uploads of 64 MiB through', () => {
  const { REVIEWS_TIMEOUT_MS } = readConfig({});
  for (const name of ['response_header_timeout', 'read_timeout', 'write_timeout']) {
    const found = [...caddyfile.matchAll(new RegExp(`\\b${name} (\\S+)`, 'g'))];
    expect(found, name).toHaveLength(2);
    for (const [, value = ''] of found) expect(milliseconds(value), name).toBeGreaterThan(REVIEWS_TIMEOUT_MS);
  }
  expect(Number(/max_size (\d+)MiB/.exec(caddyfile)?.[1])).toBeGreaterThanOrEqual(64);
});

test('the balancer ends a request to a replica when its client leaves', () => {
  // With flush_interval -1 Caddy completes the request to the replica; streams are flushed without it.
  expect(caddyfile).not.toContain('flush_interval');
});

test('the balancer asks any replica when no replica is ready', () => {
  expect(caddyfile).toMatch(
    /handle_errors \{[^}]*status_code\} == 503\n\s*reverse_proxy @none_ready any-replica:3000/,
  );
  for (const name of REPLICAS)
    expect(service(name).networks).toMatchObject({ front: { aliases: ['any-replica'] } });
});
