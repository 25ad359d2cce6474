import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { load, loadAll, YAML11_SCHEMA } from 'js-yaml';
import { LIST_TIMEOUT_MS } from '../../src/core/reviews/list-reviews.js';
import { SETTINGS } from '../../src/installed.js';
import { type Helm, installHelm } from '../support/helm-binary.js';
import { readConfig } from '../support/read-config.js';
import { expect, test } from '../support/test.js';

// What the chart makes of values. No cluster is needed.

const CHART = fileURLToPath(new URL('../../deploy/helm/place-lookup', import.meta.url));
const ALERTS = join(CHART, '../../alerts.yaml');
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

const kinds = (manifests: readonly Manifest[]) => manifests.map(({ kind }) => kind as string).toSorted();

function only(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.filter((one) => one.kind === kind);
  expect(found, kind).toHaveLength(1);
  return found[0];
}

const podOf = (manifests: readonly Manifest[]): Manifest => only(manifests, 'Deployment').spec.template.spec;

/** What every expression about this release selects by. */
const SERIES = 'namespace="ns",service="r-place-lookup"';
const URL_WITH_PASSWORD = 'postgres://lookup:geheim@postgres.example:5433/lookup';

const EVERYTHING = {
  settings: { LOG_LEVEL: 'debug', IDENTIFIER_CACHE_SECONDS: 31_536_000, API_ENABLED: true },
  database: { url: URL_WITH_PASSWORD, port: 5433 },
  apiKeys: { existingSecret: 'lookup-keys' },
  evidence: { existingSecret: 'lookup-evidence', existingClaim: 'lookup-packs' },
  allowedHosts: ['places.example'],
  ingress: { enabled: true, className: 'nginx', hosts: ['places.example'], tls: [{ secretName: 'tls' }] },
  networkPolicy: {
    ingressFrom: [{ namespaceSelector: {} }],
    dnsTo: [{ namespaceSelector: {} }],
    databaseTo: [{ ipBlock: { cidr: '10.1.2.3/32' } }],
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

test('lint has nothing to complain of, with the defaults and with everything switched on', async () => {
  for (const values of [{}, EVERYTHING]) {
    const { ok, text } = await run('lint', '--strict', CHART, ...given(values));
    expect(ok, text).toBe(true);
    expect(text).not.toMatch(/WARNING|ERROR/);
  }
});

test('the defaults make three replicas and nothing that needs an operator', async () => {
  const manifests = await render();
  const needed = ['ConfigMap', 'Deployment', 'NetworkPolicy', 'Pod', 'PodDisruptionBudget', 'Service'];
  expect(kinds(manifests)).toEqual([...needed, 'ServiceAccount']);
  expect(only(manifests, 'Deployment').spec.replicas).toBe(3);
  expect(only(manifests, 'ConfigMap').data).toMatchObject({
    PROVIDER_LOADS_PER_MINUTE: '40',
    CHROMIUM_SANDBOX: 'on',
  });
  expect(only(manifests, 'PodDisruptionBudget').spec.maxUnavailable).toBe(1);
  const { selector } = only(manifests, 'Service').spec;
  expect(only(manifests, 'Deployment').spec.template.metadata.labels).toMatchObject(selector);
  expect(only(manifests, 'Pod').metadata.labels, 'the test pod').not.toMatchObject(selector);
  const pod = podOf(manifests);
  expect(pod.volumes).toEqual([{ name: 'tmp', emptyDir: { medium: 'Memory', sizeLimit: '512Mi' } }]);
  expect(pod.containers[0].resources.limits.memory).toBe('2Gi');
  expect(pod.topologySpreadConstraints).toHaveLength(2);
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'];
  expect(probes.map((probe) => pod.containers[0][probe].httpGet.path)).toEqual([
    ...['/healthz', '/healthz'],
    '/readyz?ignore=provider',
  ]);
});

test('the chart names the version of the service, and the image has what the pods call', () => {
  const inFile = (path: string, pattern: RegExp) =>
    pattern.exec(readFileSync(join(CHART, path), 'utf8'))?.[1];
  expect(inFile('Chart.yaml', /^appVersion: "(.+)"$/m)).toBe(
    inFile('../../../package.json', /"version": "(.+)"/),
  );
  expect(inFile('../../rootfs.sh', /^packages='.*\b(busybox)\b/m)).toBe('busybox');
});

test('the pods have no rights, no token and a file system that cannot be written', async () => {
  const manifests = await render(EVERYTHING);
  for (const pod of [podOf(manifests), only(manifests, 'Pod').spec]) {
    expect(pod).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, runAsGroup: 1000 });
    for (const { securityContext } of pod.containers)
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
  }
});

test("Chromium's sandbox is required where the seccomp profile is, and only there", async () => {
  for (const [values, sandbox, seccompProfile] of [
    [{}, 'on', { type: 'Localhost', localhostProfile: 'profiles/place-lookup.json' }],
    [{ 'seccomp.type': 'RuntimeDefault' }, 'auto', { type: 'RuntimeDefault' }],
  ] as const) {
    const manifests = await render(values);
    expect(podOf(manifests).securityContext.seccompProfile).toEqual(seccompProfile);
    expect(only(manifests, 'ConfigMap').data.CHROMIUM_SANDBOX).toBe(sandbox);
  }
});

test('a pod may complete the longest list before it is killed', async () => {
  for (const [values, graceMs, period] of [
    [{}, 310_000, 340],
    [{ 'shutdown.graceSeconds': 400, 'shutdown.preStopSeconds': 30 }, 400_000, 450],
  ] as const) {
    const manifests = await render(values);
    const { terminationGracePeriodSeconds, containers } = podOf(manifests);
    const { SHUTDOWN_GRACE_MS } = readConfig(only(manifests, 'ConfigMap').data);
    expect([SHUTDOWN_GRACE_MS, terminationGracePeriodSeconds]).toEqual([graceMs, period]);
    expect(SHUTDOWN_GRACE_MS).toBeGreaterThan(LIST_TIMEOUT_MS);
    const [, , seconds] = containers[0].lifecycle.preStop.exec.command;
    expect(Number(seconds) * 1000 + graceMs).toBeLessThan(period * 1000);
  }
});

test('only DNS, public addresses on 443, PostgreSQL and what the values name can be reached', async () => {
  const portsOf = (spec: Manifest) => spec.egress.map((rule: Manifest) => rule.ports[0].port);
  const { spec } = only(await render(), 'NetworkPolicy');
  expect(spec.policyTypes).toEqual(['Ingress', 'Egress']);
  expect(portsOf(spec)).toEqual([53, 443, 5432]);
  expect(spec.egress[1].to[0].ipBlock.except).toContain('10.0.0.0/8');
  const manifests = await render(EVERYTHING);
  const { spec: narrow } = only(manifests, 'NetworkPolicy');
  expect(portsOf(narrow)).toEqual([53, 443, 5433, 3128]);
  const testPod = { podSelector: { matchLabels: only(manifests, 'Pod').metadata.labels } };
  expect(narrow.ingress[0].from).toEqual([{ namespaceSelector: {} }, testPod]);
  const alone = await render({ replicaCount: 1, 'database.existingSecret': '' });
  expect(portsOf(only(alone, 'NetworkPolicy').spec)).toEqual([53, 443]);
  expect(only(alone, 'ConfigMap').data.PROVIDER_LOADS_PER_MINUTE).toBe('120');
});

test('data are kept only in the claim; two pods never use its SQLite files at once', async () => {
  const SINGLE = { replicaCount: 1, 'database.existingSecret': '' };
  for (const [values, folder, strategy] of [
    [{}, 'none', {}],
    [SINGLE, 'none', {}],
    [{ 'evidence.existingClaim': 'packs' }, '/data', {}],
    [{ ...SINGLE, 'evidence.existingClaim': 'packs' }, '/data', { type: 'Recreate' }],
  ] as const) {
    const manifests = await render(values);
    expect(only(manifests, 'ConfigMap').data.DATA_DIR).toBe(folder);
    expect(only(manifests, 'Deployment').spec.strategy).toMatchObject(strategy);
  }
});

test('secrets are in Secrets only, and API keys are mounted as a folder', async () => {
  const manifests = await render(EVERYTHING);
  expect(kinds(manifests.filter((one) => JSON.stringify(one).includes('geheim')))).toEqual(['Secret']);
  const { containers, volumes } = podOf(manifests);
  const secretKeyRef = { name: 'r-place-lookup-database', key: 'database-url' };
  expect(containers[0].env).toContainEqual({ name: 'DATABASE_URL', valueFrom: { secretKeyRef } });
  const keys = { secretName: 'lookup-keys', defaultMode: 0o440 };
  expect(volumes).toContainEqual({ name: 'keys', secret: keys });
  // The service refuses a key that others can read.
  const evidence = { secretName: 'lookup-evidence', defaultMode: 0o440 };
  expect(volumes).toContainEqual({ name: 'evidence', secret: evidence });
  const packs = { claimName: 'lookup-packs' };
  expect(volumes).toContainEqual({ name: 'data', persistentVolumeClaim: packs });
  const mount = { name: 'keys', mountPath: '/run/place-lookup/keys', readOnly: true };
  expect(containers[0].volumeMounts).toContainEqual(mount);
  const settings = {
    API_KEYS_FILE: '/run/place-lookup/keys/api-keys',
    REQUIRE_KEYS: 'true',
    EVIDENCE_KEY_FILE: '/run/place-lookup/evidence/evidence-key.pem',
  };
  expect(only(manifests, 'ConfigMap').data).toMatchObject(settings);
});

test('the service knows every setting the chart gives, and accepts their values', async () => {
  const known = SETTINGS.flatMap(({ shape }) => Object.keys(shape));
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
});

test('with a list of host names the pod still answers its own', async () => {
  const { env } = podOf(await render(EVERYTHING)).containers[0];
  const names: string[] = env.map(({ name }: Manifest) => name);
  expect(names.indexOf('POD_IP')).toBeLessThan(names.indexOf('ALLOWED_HOSTS'));
  const { value } = env.find(({ name }: Manifest) => name === 'ALLOWED_HOSTS');
  const own = ['', '.ns', '.ns.svc', '.ns.svc.cluster.local'].map((end) => `r-place-lookup${end}`);
  expect(value.split(',')).toEqual(['places.example', '$(POD_IP)', ...own]);
});

test('the Ingress lets long lists, streams and uploads through', async () => {
  const { metadata, spec } = only(await render(EVERYTHING), 'Ingress');
  const annotation = (name: string) => metadata.annotations[`nginx.ingress.kubernetes.io/${name}`];
  for (const name of ['proxy-read-timeout', 'proxy-send-timeout'])
    expect(Number(annotation(name)) * 1000).toBeGreaterThan(LIST_TIMEOUT_MS);
  expect([annotation('proxy-body-size'), annotation('proxy-buffering')]).toEqual(['65m', 'off']);
  expect(spec.rules.map(({ host }: Manifest) => host)).toEqual(['places.example']);
});

test('HPA and KEDA set the number of pods: by CPU, or by pages in use', async () => {
  const cpu = await render({ 'autoscaling.enabled': true });
  expect(only(cpu, 'Deployment').spec).not.toHaveProperty('replicas');
  const { spec } = only(cpu, 'HorizontalPodAutoscaler');
  expect(spec).toMatchObject({ minReplicas: 3, maxReplicas: 6, metrics: [{ resource: { name: 'cpu' } }] });
  expect(only(cpu, 'ConfigMap').data.PROVIDER_LOADS_PER_MINUTE).toBe('20');
  const keda = await render(EVERYTHING);
  expect(only(keda, 'Deployment').spec).not.toHaveProperty('replicas');
  expect(kinds(keda)).not.toContain('HorizontalPodAutoscaler');
  expect(only(keda, 'ScaledObject').spec.triggers).toMatchObject([
    { metadata: { query: `sum(place_lookup_pool_borrowed{${SERIES}})`, threshold: '3' } },
  ]);
});

test('the ServiceMonitor brings a key, and alerts speak of this release only', async () => {
  const manifests = await render(EVERYTHING);
  const credentials = { name: 'metrics', key: 'metrics-key' };
  expect(only(manifests, 'ServiceMonitor').spec.endpoints).toMatchObject([
    { port: 'http', path: '/metrics', authorization: { type: 'Bearer', credentials } },
  ]);
  const rules: Manifest[] = only(manifests, 'PrometheusRule').spec.groups[0].rules;
  const file = load(readFileSync(ALERTS, 'utf8')) as Manifest;
  expect(rules.map(({ alert }) => alert)).toEqual(file.groups[0].rules.map(({ alert }: Manifest) => alert));
  expect(rules.length).toBeGreaterThan(10);
  for (const { annotations, expr } of rules) {
    for (const [selector] of expr.matchAll(/\{[^}]*\}/g)) expect(selector).toContain(SERIES);
    // Filled in by Prometheus, so Helm must have left it alone.
    expect(annotations.description).toMatch(/\{\{ \$(labels\.\w+|value \| \w+) \}\}/);
  }
});

const INGRESS = { 'ingress.enabled': true, 'ingress.hosts': ['places.example'] };
const KEYS = { 'apiKeys.existingSecret': 'lookup-keys' };
const FROM = { 'networkPolicy.ingressFrom': [{ namespaceSelector: {} }] };

for (const [values, message] of [
  // values.schema.json
  [{ replicaCount: 'drei' }, "at '/replicaCount': got string, want integer"],
  [{ replicas: 3 }, "additional properties 'replicas' not allowed"],
  [{ 'database.url': 'sqlite:/data/lookup.db' }, "at '/database/url'"],
  [{ 'settings.logLevel': 'debug' }, "invalid propertyName 'logLevel'"],
  [{ 'seccomp.type': 'Unconfined' }, "at '/seccomp/type': value must be one of"],
  [{ 'image.digest': 'latest' }, "at '/image/digest'"],
  [{ allowedHosts: ['https://places.example'] }, "at '/allowedHosts/0'"],
  // Settings that hold secrets or follow from other values.
  [
    { 'settings.DATABASE_URL': 'x' },
    'settings.DATABASE_URL: set it with database.existingSecret or database.url',
  ],
  [{ 'settings.SMTP_URL': 'x' }, 'settings.SMTP_URL: set it with extraEnv'],
  // Values that do not fit together.
  [{ 'shutdown.graceSeconds': 200 }, 'shutdown.graceSeconds is 200, less than the longest list'],
  [{ 'shutdown.terminationGracePeriodSeconds': 330 }, '20 s for the browser need 340'],
  [{ 'database.existingSecret': '' }, 'more than one pod needs database.existingSecret or database.url'],
  [
    { 'database.url': 'postgres://postgres:5433/lookup' },
    'database.port is 5432, and database.url names port 5433',
  ],
  [{ 'ingress.enabled': true }, 'ingress.hosts: name at least one host'],
  [{ ...INGRESS, ...FROM }, 'ingress.enabled needs apiKeys.existingSecret'],
  [{ ...INGRESS, ...KEYS }, 'ingress.enabled needs networkPolicy.ingressFrom'],
  [{ ...INGRESS, ...KEYS, ...FROM, 'networkPolicy.enabled': false }, 'needs networkPolicy.enabled'],
  [{ 'autoscaling.enabled': true, keda: EVERYTHING.keda }, 'keda.enabled exclude each other'],
  [{ 'keda.enabled': true }, 'keda.prometheusAddress: where is Prometheus?'],
  [{ 'autoscaling.enabled': true, 'autoscaling.minReplicas': 9 }, 'is above autoscaling.maxReplicas'],
  [
    { ...KEYS, 'metrics.serviceMonitor.enabled': true },
    'metrics.serviceMonitor.authorization.existingSecret',
  ],
] as const) {
  test(`refuses ${JSON.stringify(values)}`, async () => {
    const { ok, text } = await run('template', 'r', CHART, ...given(values));
    expect(ok, text).toBe(false);
    expect(text).toContain(message);
  });
}
