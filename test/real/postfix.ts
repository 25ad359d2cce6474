import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtFile } from '../support/built.js';
import { freePort } from '../support/free-port.js';
import { endPrograms, post, seen, start, until } from './programs.js';

// E-mails through a real Postfix: `node --import tsx test/real/postfix.ts`, as root, after a build, with the packages
// postfix and openssl. Postfix runs with settings, queue, certificate and port of its own in a temporary folder: the
// service of the system is left alone.

const folder = mkdtempSync(join(tmpdir(), 'place-lookup-postfix-'));
const at = (name: string) => join(folder, name);
const [smtpPort, port] = [await freePort(), await freePort()];
const owner = (option: string) => spawnSync('id', [option, 'postfix'], { encoding: 'utf8' }).stdout.trim();

const MAIN = `compatibility_level = 3.6
queue_directory = ${at('queue')}
data_directory = ${at('data')}
maillog_file = ${at('mail.log')}
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example.com
mydestination =
virtual_mailbox_domains = example.com
virtual_mailbox_base = ${at('mail')}
virtual_mailbox_maps = static:box/
virtual_minimum_uid = 1
virtual_uid_maps = static:${owner('-u')}
virtual_gid_maps = static:${owner('-g')}
smtpd_relay_restrictions = reject_unauth_destination
smtpd_tls_security_level = may
smtpd_tls_loglevel = 1
smtpd_tls_cert_file = ${at('cert.pem')}
smtpd_tls_key_file = ${at('key.pem')}
`;
const MASTER = [
  `127.0.0.1:${smtpPort} inet n - n - - smtpd`,
  ...[
    'cleanup unix n - n - 0 cleanup',
    'qmgr unix n - n 300 1 qmgr',
    'rewrite unix - - n - - trivial-rewrite',
  ],
  ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
  ...['tlsmgr unix - - n 1000? 1 tlsmgr', 'anvil unix - - n - 1 anvil', 'virtual unix - n n - - virtual'],
  ...['error', 'retry'].map((name) => `${name} unix - - n - - error`),
  ...['proxymap unix - - n - - proxymap', 'postlog unix-dgram n - n - 1 postlogd', ''],
].join('\n');

/** The e-mails that Postfix has delivered, as they came. */
const delivered = (): string[] => {
  const box = at('mail/box/new');
  return existsSync(box) ? readdirSync(box).map((name) => readFileSync(join(box, name), 'utf8')) : [];
};
const mailWith = (text: string, seconds = 20) =>
  until(`an e-mail with "${text}"`, seconds, () => delivered().find((mail) => mail.includes(text)));

try {
  chmodSync(folder, 0o755);
  for (const name of ['etc', 'queue', 'data', 'mail']) mkdirSync(at(name));
  spawnSync('chown', ['postfix:postfix', at('data'), at('mail')]);
  const certificate = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost`;
  spawnSync('openssl', [...certificate.split(' '), '-keyout', at('key.pem'), '-out', at('cert.pem')]);
  writeFileSync(at('etc/main.cf'), MAIN);
  writeFileSync(at('etc/master.cf'), MASTER);
  void start('/usr/sbin/postfix', ['-c', at('etc'), 'start-fg']);
  const mail = {
    ...{ SMTP_URL: `smtp://localhost:${smtpPort}`, MAIL_FROM: 'Usługa <place-lookup@example.com>' },
    NODE_EXTRA_CA_CERTS: at('cert.pem'),
  };
  const settings = { ...mail, PORT: String(port), DATA_DIR: at('service'), CHROMIUM_PATH: '/bin/false' };
  void start(process.execPath, [builtFile('main.js')], settings);
  await until('the service', 20, () => fetch(`http://127.0.0.1:${port}/healthz`));

  const wanted = { kind: 'email', target: 'anna@example.com', lang: 'en' };
  const added = await until('a mail server', 20, async () => {
    const answer = await post(port, 'channels', wanted);
    return answer.data === undefined ? undefined : answer;
  });
  const id = added.data?.id ?? '';
  const { data } = await post(port, `channels/${id}/test`, {});
  await mailWith('Subject: Test message');
  seen(`a mailbox gets a test: ${data?.state}`);
  const { error } = await post(port, 'channels', {
    kind: 'email',
    target: 'anna@elsewhere.example',
    lang: 'en',
  });
  seen(`a refused mailbox: ${error?.message}`);
  const [secured] = /TLS connection established from .*/.exec(readFileSync(at('mail.log'), 'utf8')) ?? [];
  seen(`STARTTLS: ${secured}`);
  const version = spawnSync('postconf', ['-d', '-h', 'mail_version'], { encoding: 'utf8' }).stdout.trim();
  console.log(`Postfix ${version}: all seen`);
} finally {
  await endPrograms();
  rmSync(folder, { recursive: true, force: true });
}
