import { availableParallelism } from 'node:os';
import { WELL_KNOWN_PLACES } from '../../../src/core/config/parsers.js';
import { readConfig } from '../../support/read-config.js';
import { expect, test } from '../../support/test.js';

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', CHROMIUM_PATH: '' })).toMatchObject({ PORT: 3000 });
});

test('the error has a line for every wrong variable, with the bounds of numbers', () => {
  const wrong = { PORT: '70000', BROWSER_CONTEXTS: '0', BREAKER_COOLDOWN_MS: '1.5', UPSTREAM_PROXY: 'proxy' };
  expect(
    messageOf(() => readConfig(wrong))
      .split('\n')
      .slice(1),
  ).toEqual([
    '  PORT: must be a whole number from 0 to 65535; it is 70000',
    '  BROWSER_CONTEXTS: must be a whole number from 1 to 64; it is 0',
    '  BREAKER_COOLDOWN_MS: must be a whole number from 0 to 600000; it is 1.5',
    '  UPSTREAM_PROXY: must be the address of an http, https or socks proxy, such as http://user:pass@proxy.example:8080',
  ]);
});

test('a refused value is shown with the signs around it, and a secret never', () => {
  const linesOf = (env: Record<string, string>) => messageOf(() => readConfig(env));
  expect(linesOf({ TIME_ZONE: '"Europe/Warsaw"' })).toMatch(/Europe\/Warsaw; it is "Europe\/Warsaw"$/);
  expect(linesOf({ TIME_ZONE: 'Europe/Warsaw\r' })).toMatch(/; it is Europe\/Warsaw\\r$/);
  expect(linesOf({ PORT: "'3000'" })).toMatch(/; it is '3000'$/);
  expect(linesOf({ PORT: '9'.repeat(400) }).length).toBeLessThan(300);
  const quoted = ['"smtp://user:secret@mail.example"', "'smtp://user:secret@mail.example"];
  for (const value of quoted) {
    const message = linesOf({ SMTP_URL: value });
    expect(message).toMatch(/; remove the quotation marks or spaces around it$/);
    expect(message).not.toContain('secret');
  }
});

test('TIME_ZONE takes any case and gives the spelling that Chromium takes', () => {
  const zones = ['europe/warsaw', 'EUROPE/WARSAW', 'utc', 'ETC/GMT+5', 'america/new_york'];
  expect(zones.map((TIME_ZONE) => readConfig({ TIME_ZONE }).TIME_ZONE)).toEqual([
    'Europe/Warsaw',
    'Europe/Warsaw',
    'UTC',
    'Etc/GMT+5',
    'America/New_York',
  ]);
});

test('reports every wrong API key with the other wrong variables, by place, without its value', () => {
  const hash = 'a'.repeat(64);
  const API_KEYS = `shop:${hash},plk_secret,farm:${hash}`;
  const message = messageOf(() => readConfig({ PORT: '80a', API_KEYS }));
  expect(message.split('\n').slice(1)).toEqual([
    '  PORT: must be a whole number from 0 to 65535; it is 80a',
    expect.stringMatching(/^ {2}API_KEYS: entry 2 \(line 1\): must be name:sha256-hex/),
    '  API_KEYS: entry 3 (line 1): an earlier entry has the same key.',
  ]);
  expect(message).not.toMatch(/secret|farm|aaaa/);
  expect(messageOf(() => readConfig({ API_KEYS: ' # none' }))).toContain('\n  API_KEYS: contains no entry.');
  expect(readConfig({ API_KEYS: `shop:${hash}` }).API_KEYS).toBe(`shop:${hash}`);
});

const EIFFEL = 'ChIJLU7jZClu5kcR4PcOOO6p3I0';

/** Values that a setting takes as they are, and values that it refuses with these words. */
interface Taken {
  readonly taken?: readonly string[];
  readonly refused: readonly string[];
  readonly words: string;
}

const SETTINGS = {
  PORT: { refused: ['65536', '-1', '3e3', ' 80', '80\n', '٨٠'], words: 'must be a whole number from 0 to' },
  LOG_LEVEL: { taken: ['silent'], refused: ['loud', 'INFO', '30'], words: 'must be one of' },
  API_ENABLED: { refused: ['TRUE', '1', 'yes'], words: 'must be true or false' },
  TRUST_PROXY: { refused: ['10', '-1', 'True'], words: 'must be false, true, or the number' },
  CHROMIUM_SANDBOX: { taken: ['on'], refused: ['yes', 'On'], words: 'must be auto, on or off' },
  REQUEST_TIMEOUT_MS: { refused: ['99', 'Infinity', '9'.repeat(400)], words: 'must be a whole number' },
  CORS_ORIGINS: {
    refused: ['https://a.example/', 'null', 'app.example', 'file://x'],
    words: 'must be * or origins',
  },
  // Newer Node.js takes an offset, Chromium does not.
  TIME_ZONE: {
    refused: ['+01:00', 'Warsaw', 'Europe/Warsaw\n', '../UTC'],
    words: 'must be an IANA time zone',
  },
  UPSTREAM_PROXY: {
    taken: ['http://proxy.example', 'socks4a://proxy.example', 'socks5h://us%20er:p%3Ass@[::1]:1080'],
    refused: [
      ...['socks5://', 'socks5://:1080', 'socks://user:secret@', 'socks4h://proxy.example'],
      'http://proxy.example:0',
      // proxy-chain would fail at every connection.
      'http://us%3Aer:secret@proxy.example:8080',
    ],
    words: 'must be the address of an http, https or socks proxy',
  },
  HOST: {
    taken: ['0.0.0.0', '::1', 'fe80::1%lo', 'my-host.example'],
    refused: ['localhost:3000', 'http://localhost', '[::1]', 'two words'],
    words: 'must be',
  },
  EGRESS_OVERRIDE: {
    refused: [
      ...['10.0.0.1:443', 'localhost:443', '127.0.0.1', '128.0.0.1:80', '0.0.0.0:80', '127.999.0.1:80'],
      ...['127.0.0.256:80', '127.0.0.010:80'],
    ],
    words: 'must be 127.0.0.1:<port>; only loopback is allowed',
  },
  CONTROL_PLACES: {
    refused: [
      ...['Luwr', 'https://www.google.com/maps/search/bar', 'ChIJLU7jZClu5kcR4PcOOO6p3I'],
      `${EIFFEL} https://example.com/maps?cid=1`,
    ],
    words: '',
  },
  CONTROL_REVIEWS: {
    refused: [
      ...[`https://www.google.com/maps/place/?q=place_id:${EIFFEL}`, 'Luwr'],
      'https://example.com/maps/reviews/data=!4m8',
    ],
    words: '',
  },
  DATABASE_URL: {
    taken: [
      ...['sqlite:///data/a.db', 'sqlite:a.db', 'postgres://u:secret@h/db'],
      'postgres://test@/db?host=%2Frun%2Fpostgresql',
    ],
    refused: ['/data/a.db', 'mysql://u:secret@h/db', 'sqlite:'],
    words: 'must be sqlite:',
  },
  TSA_URL: {
    taken: [
      ...['https://tsa.example/tsr', 'http://127.0.0.1:8080/tsr', 'http://localhost:8080/'],
      'http://[::1]:8080/',
      'https://user:secret@tsa.example/',
    ],
    refused: [
      'http://tsa.example/tsr',
      'https://user:100%secret@tsa.example/',
      'ftp://tsa.example/',
      'tsa.example',
    ],
    words: 'must be https://',
  },
  SMTP_URL: {
    taken: [
      ...['smtp://mail.example', 'smtp://user:secret@mail.example:587'],
      'smtps://user%40mail.example:secret@mail.example',
    ],
    refused: ['https://user:secret@mail.example', 'smtp://', 'smtp://user:secret@', 'mail.example'],
    words: 'must be smtp://',
  },
  MAIL_FROM: {
    taken: ['a@example.com', 'Usługa place-lookup <a@example.com>'],
    refused: [
      ...['a', 'a@b, c@d', 'A <a@b>, <c@d>', 'A\r\nBcc: b@c <a@b>', 'a@b\nBcc: c@d', '<a@b>', 'A <a@b> x'],
    ],
    words: 'must be an address',
  },
  ALLOWED_HOSTS: {
    refused: ['https://places.example', 'places.example:3000', 'a..b', '*.example', 'a/b'],
    words: 'must be * or host names',
  },
  WEBHOOK_HOSTS: {
    refused: [
      ...['https://hook.example', '*.example', '*:443', 'hook.example:', 'hook.example:0', '::1:443:x'],
      'hook.example:65536',
      'hook.example:8443/a',
      '[hook.example]:8443',
      '[::1',
      'user:secret@hook.example',
    ],
    words: 'must be * or hosts such as',
  },
} satisfies Readonly<Record<string, Taken>>;

for (const [name, setting] of Object.entries<Taken>(SETTINGS))
  test(`a setting takes valid values as they are, and refuses others without its secrets: ${name}`, () => {
    for (const value of setting.taken ?? [])
      expect((readConfig({ [name]: value }) as Record<string, unknown>)[name]).toBe(value);
    for (const value of setting.refused) {
      const message = messageOf(() => readConfig({ [name]: value }));
      expect(message, value).toContain(`\n  ${name}: ${setting.words}`);
      expect(message).not.toContain('secret');
    }
  });

test('EGRESS_OVERRIDE is a loopback address with a port from 1 to 65535', () => {
  for (const [address, host, port] of [
    ['127.0.0.1:8443', '127.0.0.1', 8443],
    ['127.1.2.3:1', '127.1.2.3', 1],
  ] as const)
    expect(readConfig({ EGRESS_OVERRIDE: address }).EGRESS_OVERRIDE).toEqual({ host, port });
  for (const EGRESS_OVERRIDE of ['127.0.0.1:65536', '127.0.0.1:0'])
    expect(messageOf(() => readConfig({ EGRESS_OVERRIDE }))).toContain('the port must be 1 to 65535');
});

test('CONTROL_PLACES are three well-known places, the named places, or empty', () => {
  const read = (CONTROL_PLACES?: string) => readConfig({ CONTROL_PLACES }).CONTROL_PLACES;
  expect(read()).toEqual(WELL_KNOWN_PLACES);
  expect(WELL_KNOWN_PLACES).toHaveLength(3);
  expect(read('')).toEqual([]);
  expect(read(' ')).toEqual([]);
  expect(read(`${EIFFEL}\n4565666864068316694  0x1:0x2`)).toEqual([EIFFEL, '4565666864068316694', '0x1:0x2']);
  // A comma in a link is part of it.
  const link =
    'https://www.google.com/maps/place/X/@52.1,19.3,17z/data=!4m6!3m5!1s0x1:0x3f5c81d2ab904e16!8m2!3d52.1!4d19.3';
  expect(read(`${link},${EIFFEL}`)).toEqual([link, EIFFEL]);
});

test('the refusal of a control names the expected kind', () => {
  const CONTROL_PLACES = `${EIFFEL} Luwr`;
  expect(messageOf(() => readConfig({ CONTROL_PLACES }))).toContain('Luwr is not a place.');
  expect(messageOf(() => readConfig({ CONTROL_REVIEWS: 'Luwr' }))).toContain(
    'Luwr is not a link to a review.',
  );
});

test('the pool size follows the cores', () => {
  const { BROWSER_CONTEXTS } = readConfig({});
  expect(BROWSER_CONTEXTS).toBe(Math.min(16, Math.max(4, availableParallelism() * 2)));
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was thrown');
}

test('a control review whose link is cut stops the start and says what is missing', () => {
  const whole =
    'https://www.google.com/maps/reviews/data=!4m6!14m5!1m4!2m3!1sCi9DQUlRQUNvZENodHljRjlvT2xVU1FXdE5WRlZWTTFKd1NWRjBOREo2ZFRneVpESRAB!2m1!1s0x0:0x3f5c81d2ab904e16';
  const share = 'https://maps.app.goo.gl/RevVisible';
  expect(readConfig({ CONTROL_REVIEWS: `${whole} ${share}` }).CONTROL_REVIEWS).toEqual([whole, share]);
  const cut = whole.slice(0, whole.indexOf('!2m1'));
  const message = messageOf(() => readConfig({ CONTROL_REVIEWS: `${share} ${cut}` }));
  expect(message).toContain('CONTROL_REVIEWS');
  expect(message).toContain('the part that names the place is missing');
});

test('WEBHOOK_HOSTS is a list of hosts', () => {
  expect(readConfig({})).toMatchObject({ WEBHOOK_HOSTS: [] });
  const WEBHOOK_HOSTS = 'Hook.example, [::1] 10.0.0.1:8443 fd00::1, [FD00::2]:65535 n8n:5678, *';
  expect(readConfig({ WEBHOOK_HOSTS }).WEBHOOK_HOSTS).toEqual([
    { host: 'hook.example', port: null },
    { host: '::1', port: null },
    { host: '10.0.0.1', port: 8443 },
    { host: 'fd00::1', port: null },
    { host: 'fd00::2', port: 65_535 },
    { host: 'n8n', port: 5_678 },
    { host: '*', port: null },
  ]);
});
