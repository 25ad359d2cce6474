import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { loadAll, YAML11_SCHEMA } from 'js-yaml';
import { readConfig, SETTING_GROUPS } from '../../../src/config/config.js';
import { type Helm, installHelm } from '../../support/helm-binary.js';

// What the chart makes of values. No cluster is needed.

const CHART = fileURLToPath(new URL('../../../deploy/helm/place-lookup', import.meta.url));
const INSTALLATION_MS = 180_000;

// biome-ignore lint/suspicious/noExplicitAny: manifests of many kinds, whose fields the assertions name
type Manifest = any;

let helm: Helm = { missing: 'not installed' };

test.beforeAll(() => {
  test.setTimeout(INSTALLATION_MS);
  helm = installHelm();
});

test.beforeEach(() => {
  test.skip('missing' in helm, 'missing' in helm ? `no Helm: ${helm.missing}` : '');
});

/** Standard output of Helm, or what it complained of. Settings of Helm on this machine are not read. */
async function run(...args: readonly string[]): Promise<{ ok: boolean; text: string }> {
  if ('missing' in helm) throw new Error(helm.missing);
  const home = join(tmpdir(), 'place-lookup-helm');
  const env = { PATH: process.env.PATH, HELM_CACHE_HOME: home, HELM_CONFIG_HOME: home, HELM_DATA_HOME: home };
  try {
    const { stdout } = await promisify(execFile)(helm.path, args, { env });
    return { ok: true, text: stdout };
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { ok: false, text: stdout + stderr };
  }
}

/** Values as Helm takes them on the command line. */
const given = (values: object) =>
  Object.entries(values).flatMap(([name, value]) => ['--set-json', `${name}=${JSON.stringify(value)}`]);

const rendered = new Map<string, Promise<Manifest[]>>();

/** The manifests for these values. They are shared between tests: do not change them. */
function render(values: object = {}): Promise<Manifest[]> {
  const key = JSON.stringify(values);
  const known = rendered.get(key) ?? renderOnce(values);
  rendered.set(key, known);
  return known;
}

async function renderOnce(values: object): Promise<Manifest[]> {
  const { ok, text } = await run('template', 'r', CHART, '--namespace', 'ns', ...given(values));
  expect(ok, text).toBe(true);
  return (loadAll(text, { schema: YAML11_SCHEMA }) as Manifest[]).filter(Boolean);
}

async function refusal(values: object): Promise<string> {
  const { ok, text } = await run('template', 'r', CHART, ...given(values));
  expect(ok, text).toBe(false);
  return text;
}

const kinds = (manifests: readonly Manifest[]) => manifests.map(({ kind }) => kind as string).toSorted();

function only(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.filter((one) => one.kind === kind);
  expect(found, kind).toHaveLength(1);
  return found[0];
}

const podOf = (manifests: readonly Manifest[]): Manifest => only(manifests, 'Deployment').spec.template.spec;

const URL_WITH_PASSWORD = 'rediss://:geheim@valkey.example:6380/0';

const EVERYTHING = {
  settings: { LOG_LEVEL: 'debug', IDENTIFIER_CACHE_SECONDS: 31_536_000, API_ENABLED: true },
  redis: { url: URL_WITH_PASSWORD, port: 6380 },
  apiKeys: { existingSecret: 'lookup-keys' },
  allowedHosts: ['places.example'],
  ingress: { enabled: true, className: 'nginx', hosts: ['places.example'], tls: [{ secretName: 'tls' }] },
  networkPolicy: {
    ingressFrom: [{ namespaceSelector: {} }],
    dnsTo: [{ namespaceSelector: {} }],
    redisTo: [{ ipBlock: { cidr: '10.1.2.3/32' } }],
    extraEgress: [{ ports: [{ port: 3128, protocol: 'TCP' }] }],
  },
  keda: { enabled: true, prometheusAddress: 'http://prometheus:9090', authenticationRef: 'prometheus' },
  metrics: {
    serviceMonitor: { enabled: true, authorization: { existingSecret: 'metrics' } },
    prometheusRule: { enabled: true },
  },
  imagePullSecrets: [{ name: 'registry' }],
  extraEnv: [{ name: 'UPSTREAM_PROXY', valueFrom: { secretKeyRef: { name: 'proxy', key: 'url' } } }],
  podAnnotations: { a: 'b' },
  podLabels: { c: 'd' },
  priorityClassName: 'high',
  nodeSelector: { pool: 'lookup' },
  tolerations: [{ key: 'lookup', operator: 'Exists' }],
  affinity: { nodeAffinity: {} },
};

test('the binary is Helm', async () => {
  expect((await run('version', '--short')).text).toMatch(/^v[34]\.\d+\.\d+/);
});

test('lint has nothing to complain of, with the defaults and with everything switched on', async () => {
  for (const values of [{}, EVERYTHING]) {
    const { ok, text } = await run('lint', '--strict', CHART, ...given(values));
    expect(ok, text).toBe(true);
    expect(text).not.toMatch(/WARNING|ERROR/);
  }
});

test('the defaults make three replicas and nothing that needs an operator', async () => {
  const manifests = await render();
  expect(kinds(manifests)).toEqual([
    'ConfigMap',
    'Deployment',
    'NetworkPolicy',
    'Pod',
    'PodDisruptionBudget',
    'Service',
    'ServiceAccount',
  ]);
  expect(only(manifests, 'Deployment').spec.replicas).toBe(3);
  expect(only(manifests, 'ConfigMap').data.FLEET_SIZE_HINT).toBe('3');
  expect(only(manifests, 'PodDisruptionBudget').spec.maxUnavailable).toBe(1);
});

test('the chart names the version of the service', () => {
  const version = (path: string, pattern: RegExp) =>
    pattern.exec(readFileSync(join(CHART, path), 'utf8'))?.[1];
  expect(version('Chart.yaml', /^appVersion: "(.+)"$/m)).toBe(
    version('../../../package.json', /"version": "(.+)"/),
  );
});

test('the pods have no rights, no token and a file system that cannot be written', async () => {
  const manifests = await render(EVERYTHING);
  const test = only(manifests, 'Pod').spec;
  for (const pod of [podOf(manifests), test]) {
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.enableServiceLinks).toBe(false);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000 });
    for (const container of pod.containers)
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  }
  expect(only(manifests, 'ServiceAccount').automountServiceAccountToken).toBe(false);
});

test("Chromium's sandbox is required where the seccomp profile is, and only there", async () => {
  const manifests = await render();
  expect(podOf(manifests).securityContext.seccompProfile).toEqual({
    type: 'Localhost',
    localhostProfile: 'profiles/place-lookup.json',
  });
  expect(only(manifests, 'ConfigMap').data.CHROMIUM_SANDBOX).toBe('on');
  const without = await render({ 'seccomp.type': 'RuntimeDefault' });
  expect(podOf(without).securityContext.seccompProfile).toEqual({ type: 'RuntimeDefault' });
  expect(only(without, 'ConfigMap').data.CHROMIUM_SANDBOX).toBe('auto');
});

test('/tmp lies in memory, with a limit within that of the pod', async () => {
  const pod = podOf(await render());
  expect(pod.volumes).toEqual([{ name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '512Mi' } }]);
  expect(pod.containers[0].volumeMounts).toEqual([{ name: 'tmp', mountPath: '/tmp' }]);
  expect(pod.containers[0].resources.limits.memory).toBe('2Gi');
});

test('a pod may complete the longest list before it is killed', async () => {
  for (const [values, graceMs, period] of [
    [{}, 310_000, 340],
    [{ 'settings.REVIEWS_TIMEOUT_MS': 60_500 }, 71_000, 101],
    [{ 'shutdown.graceSeconds': 400, 'shutdown.preStopSeconds': 30 }, 400_000, 450],
  ] as const) {
    const manifests = await render(values);
    const pod = podOf(manifests);
    const { REVIEWS_TIMEOUT_MS, SHUTDOWN_GRACE_MS } = readConfig(only(manifests, 'ConfigMap').data);
    expect([SHUTDOWN_GRACE_MS, pod.terminationGracePeriodSeconds]).toEqual([graceMs, period]);
    expect(SHUTDOWN_GRACE_MS).toBeGreaterThan(REVIEWS_TIMEOUT_MS);
    const [busybox, sleep, seconds] = pod.containers[0].lifecycle.preStop.exec.command;
    expect([busybox, sleep]).toEqual(['busybox', 'sleep']);
    expect(Number(seconds) * 1000 + graceMs).toBeLessThan(period * 1000);
  }
});

test('grace periods that cut lists off are refused', async () => {
  expect(await refusal({ 'shutdown.graceSeconds': 200 })).toContain(
    'shutdown.graceSeconds is 200, less than the longest list: settings.REVIEWS_TIMEOUT_MS is 300 s',
  );
  expect(await refusal({ 'shutdown.terminationGracePeriodSeconds': 330 })).toContain(
    'shutdown.terminationGracePeriodSeconds is 330; preStopSeconds, graceSeconds and 20 s for the browser need 340',
  );
  expect(await refusal({ 'settings.REVIEWS_TIMEOUT_MS': 595_000 })).toContain(
    'the grace period of 605 s is above the 600 s that SHUTDOWN_GRACE_MS allows',
  );
});

test('probes ask the health paths', async () => {
  const [container] = podOf(await render()).containers;
  const path = (probe: string) => container[probe].httpGet.path;
  expect(['startupProbe', 'livenessProbe', 'readinessProbe'].map(path)).toEqual([
    '/healthz',
    '/healthz',
    '/readyz?ignore=provider',
  ]);
  const [other] = podOf(await render({ 'probes.readiness.path': '/readyz' })).containers;
  expect(other.readinessProbe.httpGet.path).toBe('/readyz');
});

test('the image has what the pods call', () => {
  const rootfs = readFileSync(join(CHART, '../../rootfs.sh'), 'utf8');
  expect(rootfs).toMatch(/^packages='.*\bbusybox\b/m);
});

test('only DNS, public addresses on 443 and Redis can be reached', async () => {
  const { spec } = only(await render(), 'NetworkPolicy');
  expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
  const ports = spec.egress.flatMap((rule: Manifest) => rule.ports.map((one: Manifest) => one.port));
  expect(ports).toEqual([53, 53, 443, 6379]);
  expect(spec.egress[1].to.map(({ ipBlock }: Manifest) => ipBlock.except.includes('10.0.0.0/8'))).toEqual([
    true,
    false,
  ]);
  expect(spec.ingress).toEqual([{ ports: [{ port: 'http', protocol: 'TCP' }] }]);
  expect(spec.podSelector.matchLabels['app.kubernetes.io/component']).toBe('server');
});

test('the network policy names who may come in, the test pod among them, and where Redis is', async () => {
  const manifests = await render(EVERYTHING);
  const { spec } = only(manifests, 'NetworkPolicy');
  expect(spec.ingress[0].from).toEqual([
    { namespaceSelector: {} },
    { podSelector: { matchLabels: only(manifests, 'Pod').metadata.labels } },
  ]);
  const redis = spec.egress.find((rule: Manifest) => rule.ports[0].port === 6380);
  expect(redis.to).toEqual([{ ipBlock: { cidr: '10.1.2.3/32' } }]);
  expect(spec.egress.at(-1)).toEqual({ ports: [{ port: 3128, protocol: 'TCP' }] });
});

test('without Redis its port stays closed, and there is one pod', async () => {
  const manifests = await render({ replicaCount: 1, 'redis.existingSecret': '' });
  const ports = only(manifests, 'NetworkPolicy').spec.egress.map((rule: Manifest) => rule.ports[0].port);
  expect(ports).toEqual([53, 443]);
  expect(podOf(manifests).containers[0].env ?? []).toEqual([]);
  expect(only(manifests, 'ConfigMap').data).not.toHaveProperty('FLEET_SIZE_HINT');
  for (const values of [{}, { replicaCount: 1, 'autoscaling.enabled': true }])
    expect(await refusal({ ...values, 'redis.existingSecret': '' })).toContain(
      'more than one pod needs redis.existingSecret or redis.url',
    );
});

test('secrets are in Secrets only', async () => {
  const manifests = await render(EVERYTHING);
  const holders = manifests.filter((one) => JSON.stringify(one).includes('geheim'));
  expect(kinds(holders)).toEqual(['Secret']);
  const { env } = podOf(manifests).containers[0];
  expect(env).toContainEqual({
    name: 'REDIS_URL',
    valueFrom: { secretKeyRef: { name: 'r-place-lookup-redis', key: 'redis-url' } },
  });
  const byDefault = podOf(await render()).containers[0].env;
  expect(byDefault[0].valueFrom.secretKeyRef).toEqual({ name: 'place-lookup-redis', key: 'redis-url' });
});

test('settings that hold secrets or follow from other values are refused where they do not belong', async () => {
  for (const [name, instead] of [
    ['REDIS_URL', 'redis.existingSecret or redis.url'],
    ['API_KEYS', 'apiKeys.existingSecret'],
    ['UPSTREAM_PROXY', 'extraEnv'],
    ['SHUTDOWN_GRACE_MS', 'shutdown.graceSeconds'],
    ['ALLOWED_HOSTS', 'allowedHosts'],
  ] as const)
    expect(await refusal({ [`settings.${name}`]: 'x' })).toContain(
      `settings.${name}: set it with ${instead}`,
    );
});

test('API keys are mounted as a folder, and the service does not start without them', async () => {
  const manifests = await render({ 'apiKeys.existingSecret': 'lookup-keys' });
  const pod = podOf(manifests);
  const { data } = only(manifests, 'ConfigMap');
  expect(data).toMatchObject({ API_KEYS_FILE: '/run/place-lookup/keys/api-keys', REQUIRE_KEYS: 'true' });
  expect(pod.containers[0].volumeMounts).toContainEqual({
    name: 'keys',
    mountPath: '/run/place-lookup/keys',
    readOnly: true,
  });
  expect(pod.volumes).toContainEqual({
    name: 'keys',
    secret: { secretName: 'lookup-keys', defaultMode: 0o440 },
  });
});

test('the service knows every setting the chart gives, and accepts their values', async () => {
  const known = Object.values(SETTING_GROUPS).flatMap((group) => Object.keys(group));
  for (const values of [{}, EVERYTHING]) {
    const manifests = await render(values);
    const { data } = only(manifests, 'ConfigMap');
    const env: Manifest[] = podOf(manifests).containers[0].env;
    const names = [...Object.keys(data), ...env.map(({ name }) => name)];
    expect(names.filter((name) => name !== 'POD_IP' && !known.includes(name))).toEqual([]);
    expect(new Set(names).size, 'each once').toBe(names.length);
    expect(Object.values(data).every((value) => typeof value === 'string')).toBe(true);
    readConfig(data);
  }
  const { data } = only(await render(EVERYTHING), 'ConfigMap');
  expect(data).toMatchObject({ IDENTIFIER_CACHE_SECONDS: '31536000', API_ENABLED: 'true', TRUST_PROXY: '1' });
});

test('with a list of host names the pod still answers its own', async () => {
  const { env } = podOf(await render(EVERYTHING)).containers[0];
  const names: string[] = env.map(({ name }: Manifest) => name);
  expect(names.indexOf('POD_IP')).toBeLessThan(names.indexOf('ALLOWED_HOSTS'));
  const { value } = env.find(({ name }: Manifest) => name === 'ALLOWED_HOSTS');
  expect(value.split(',')).toEqual([
    'places.example',
    '$(POD_IP)',
    'r-place-lookup',
    'r-place-lookup.ns',
    'r-place-lookup.ns.svc',
    'r-place-lookup.ns.svc.cluster.local',
  ]);
});

test('pods are spread over nodes and zones', async () => {
  const { matchLabels } = only(await render(), 'Deployment').spec.selector;
  const spread = podOf(await render()).topologySpreadConstraints;
  expect(spread.map(({ topologyKey }: Manifest) => topologyKey)).toEqual([
    'kubernetes.io/hostname',
    'topology.kubernetes.io/zone',
  ]);
  for (const one of spread) expect(one.labelSelector.matchLabels).toEqual(matchLabels);
});

test('the Service finds the pods and not the test pod', async () => {
  const manifests = await render();
  const { selector } = only(manifests, 'Service').spec;
  expect(only(manifests, 'Deployment').spec.template.metadata.labels).toMatchObject(selector);
  expect(only(manifests, 'Pod').metadata.labels).not.toMatchObject(selector);
});

test('the Ingress lets long lists, streams and uploads through', async () => {
  const { metadata, spec } = only(await render(EVERYTHING), 'Ingress');
  const annotation = (name: string) => metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
  const { REVIEWS_TIMEOUT_MS } = readConfig({});
  for (const name of ['proxy-read-timeout', 'proxy-send-timeout'])
    expect(Number(annotation(name)) * 1000).toBeGreaterThan(REVIEWS_TIMEOUT_MS);
  expect(annotation('proxy-body-size')).toBe('65m');
  expect(annotation('proxy-buffering')).toBe('off');
  expect(spec.rules.map(({ host }: Manifest) => host)).toEqual(['places.example']);
  expect(await refusal({ 'ingress.enabled': true })).toContain('ingress.hosts: name at least one host');
});

test('an Ingress needs keys, and a network policy that lets its controller in alone', async () => {
  const ingress = { 'ingress.enabled': true, 'ingress.hosts': ['places.example'] };
  const keys = { 'apiKeys.existingSecret': 'lookup-keys' };
  const from = { 'networkPolicy.ingressFrom': [{ namespaceSelector: {} }] };
  expect(await refusal({ ...ingress, ...from })).toContain('ingress.enabled needs apiKeys.existingSecret');
  expect(await refusal({ ...ingress, ...keys })).toContain('ingress.enabled needs networkPolicy.ingressFrom');
  expect(await refusal({ ...ingress, ...keys, ...from, 'networkPolicy.enabled': false })).toContain(
    'ingress.enabled needs networkPolicy.enabled',
  );
  expect(kinds(await render({ ...ingress, ...keys, ...from }))).toContain('Ingress');
  const API_KEYS = { name: 'API_KEYS', valueFrom: { secretKeyRef: { name: 'keys', key: 'entries' } } };
  expect(kinds(await render({ ...ingress, ...from, extraEnv: [API_KEYS] }))).toContain('Ingress');
});

test('the HPA scales by CPU, and the Deployment leaves the number of pods to it', async () => {
  const manifests = await render({ 'autoscaling.enabled': true });
  expect(kinds(manifests)).not.toContain('ScaledObject');
  expect(only(manifests, 'Deployment').spec).not.toHaveProperty('replicas');
  const { spec } = only(manifests, 'HorizontalPodAutoscaler');
  expect(spec).toMatchObject({
    scaleTargetRef: { kind: 'Deployment', name: 'r-place-lookup' },
    minReplicas: 3,
    maxReplicas: 6,
  });
  expect(spec.metrics.map(({ resource }: Manifest) => resource.name)).toEqual(['cpu']);
  expect(only(manifests, 'ConfigMap').data.FLEET_SIZE_HINT).toBe('6');
});

test('KEDA scales by loads that wait for a page, not by the provider rate limit', async () => {
  const manifests = await render(EVERYTHING);
  expect(kinds(manifests)).not.toContain('HorizontalPodAutoscaler');
  expect(only(manifests, 'Deployment').spec).not.toHaveProperty('replicas');
  const { spec } = only(manifests, 'ScaledObject');
  const [trigger, ...others] = spec.triggers;
  expect(others).toEqual([]);
  expect(trigger).toMatchObject({
    type: 'prometheus',
    metadata: {
      serverAddress: 'http://prometheus:9090',
      query: 'sum(place_lookup_pool_waiting{namespace="ns",service="r-place-lookup"})',
      threshold: '4',
      ignoreNullValues: 'false',
    },
    authenticationRef: { name: 'prometheus' },
  });
  expect(JSON.stringify(spec)).not.toMatch(/pace_wait|queue_length/);
});

test('HPA and KEDA exclude each other', async () => {
  const both = { 'autoscaling.enabled': true, keda: EVERYTHING.keda };
  expect(await refusal(both)).toContain('autoscaling.enabled and keda.enabled exclude each other');
  expect(await refusal({ 'keda.enabled': true })).toContain('keda.prometheusAddress: where is Prometheus?');
  expect(await refusal({ 'autoscaling.enabled': true, 'autoscaling.minReplicas': 9 })).toContain(
    'autoscaling.minReplicas is above autoscaling.maxReplicas',
  );
});

test('the ServiceMonitor brings a key where the metrics need one', async () => {
  const { spec } = only(await render(EVERYTHING), 'ServiceMonitor');
  expect(spec.endpoints).toEqual([
    {
      port: 'http',
      path: '/metrics',
      interval: '30s',
      authorization: { type: 'Bearer', credentials: { name: 'metrics', key: 'metrics-key' } },
    },
  ]);
  expect(only(await render(), 'Service').metadata.labels).toMatchObject(spec.selector.matchLabels);
  const missing = { 'apiKeys.existingSecret': 'k', 'metrics.serviceMonitor.enabled': true };
  expect(await refusal(missing)).toContain('metrics.serviceMonitor.authorization.existingSecret');
});

test('alerts cover blocking, drift, verdicts, a full queue and Redis, for this release only', async () => {
  const { spec } = only(await render(EVERYTHING), 'PrometheusRule');
  const rules: Manifest[] = spec.groups[0].rules;
  const byName = new Map(rules.map((rule) => [rule.alert, rule.expr as string]));
  expect([...byName.keys()]).toEqual([
    'PlaceLookupProviderBlocked',
    'PlaceLookupDrift',
    'PlaceLookupFieldDrift',
    'PlaceLookupFieldMissing',
    'PlaceLookupVerdictsSuspended',
    'PlaceLookupQueueFull',
    'PlaceLookupRedisAway',
    'PlaceLookupChromiumOld',
  ]);
  const series = 'namespace="ns",service="r-place-lookup"';
  expect(byName.get('PlaceLookupProviderBlocked')).toBe(
    `max_over_time(place_lookup_breaker_state{${series}}[2m]) == 2`,
  );
  expect(byName.get('PlaceLookupVerdictsSuspended')).toBe(`place_lookup_verdicts_state{${series}} == 2`);
  expect(byName.get('PlaceLookupRedisAway')).toBe(`place_lookup_shared_state_degraded{${series}} == 1`);
  expect(byName.get('PlaceLookupQueueFull')).toContain(`{${series},code="overloaded"}`);
  for (const { annotations, expr, labels } of rules) {
    for (const [selector] of expr.matchAll(/\{[^}]*\}/g)) expect(selector).toContain(series);
    expect(labels.severity).toMatch(/^(info|warning)$/);
    // Filled in by Prometheus, so Helm must have left it alone.
    expect(annotations.description).toMatch(/\{\{ \$(labels\.\w+|value \| \w+) \}\}/);
  }
});

test('the schema refuses wrong values and names them', async () => {
  for (const [values, message] of [
    [{ replicaCount: 'drei' }, "at '/replicaCount': got string, want integer"],
    [{ replicaCount: 0 }, "at '/replicaCount': minimum: got 0, want 1"],
    [{ replicas: 3 }, "additional properties 'replicas' not allowed"],
    [{ 'redis.url': 'http://valkey' }, "at '/redis/url'"],
    [{ 'redis.port': 70_000 }, "at '/redis/port': maximum: got 70,000, want 65,535"],
    [{ 'settings.logLevel': 'debug' }, "invalid propertyName 'logLevel'"],
    [{ 'settings.REVIEWS_TIMEOUT_MS': 5 }, "at '/settings/REVIEWS_TIMEOUT_MS': minimum"],
    [{ 'seccomp.type': 'Unconfined' }, "at '/seccomp/type': value must be one of"],
    [{ 'image.digest': 'latest' }, "at '/image/digest'"],
    [{ 'keda.waitingPerReplica': 0 }, "at '/keda/waitingPerReplica'"],
    [{ allowedHosts: ['https://places.example'] }, "at '/allowedHosts/0'"],
  ] as const)
    expect(await refusal(values), message).toContain(message);
});

test('a port that the address of Redis does not name is refused', async () => {
  expect(await refusal({ 'redis.url': 'redis://valkey:6380/0' })).toContain(
    'redis.port is 6379, and redis.url names port 6380',
  );
  await render({ 'redis.url': 'redis://:p@valkey' });
});

test('what to do next is told after the installation', async () => {
  const args = ['install', 'r', CHART, '--dry-run=client'];
  const { text } = await run(...args);
  expect(text).toContain('create secret generic place-lookup-redis');
  expect(text).toContain('WARNING: there are no API keys');
  const all = await run(...args, ...given(EVERYTHING));
  expect(all.text).toContain('Open https://places.example/');
  expect(all.text).not.toContain('WARNING');
});
