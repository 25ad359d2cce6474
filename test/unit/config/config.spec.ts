import { expect, test } from '@playwright/test';
import { defaultContexts, readConfig } from '../../../src/config/config.js';
import { WELL_KNOWN_PLACES } from '../../../src/config/parsers.js';

test('an empty environment gives the documented defaults', () => {
  const config = readConfig({});
  expect(config).toMatchObject({
    PORT: 3000,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    REQUEST_TIMEOUT_MS: 30_000,
    PROVIDER_LANGUAGE: 'pl',
    PROVIDER_REGION: 'pl',
    TIME_ZONE: 'Europe/Warsaw',
    API_ENABLED: true,
    IDENTIFIER_CACHE_SECONDS: 86_400,
    DETAILS_CACHE_SECONDS: 300,
    LISTS_PER_CLIENT: 2,
    BULK_PER_CLIENT: 2,
    MAX_LISTS: 3,
  });
  expect(config.EGRESS_OVERRIDE).toBeUndefined();
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', CHROMIUM_PATH: '' })).toMatchObject({ PORT: 3000 });
});

test('every wrong variable is reported, not only the first', () => {
  const wrong = {
    PORT: '80a',
    API_ENABLED: 'yes',
    TIME_ZONE: 'Warsaw',
    LOG_LEVEL: 'loud',
    QUEUE_LIMIT: '-1',
  };
  const message = messageOf(() => readConfig(wrong));
  for (const name of Object.keys(wrong)) expect(message).toContain(name);
});

test('a wrong variable is said in one line, a number with its bounds', () => {
  const wrong = { PORT: '70000', CONTEXT_MAX_USES: '0', QUEUE_LIMIT: '1.5', UPSTREAM_PROXY: 'proxy' };
  expect(
    messageOf(() => readConfig(wrong))
      .split('\n')
      .slice(1),
  ).toEqual([
    '  PORT: must be a whole number from 0 to 65535',
    '  QUEUE_LIMIT: must be a whole number from 0 to 100000',
    '  CONTEXT_MAX_USES: must be a whole number from 1 to 100000',
    '  UPSTREAM_PROXY: must be the address of an http, https or socks proxy, such as http://user:pass@proxy.example:8080',
  ]);
});

test('a time zone is taken in any case and known by the one name Chromium takes', () => {
  const zones = ['europe/warsaw', 'EUROPE/WARSAW', 'utc', 'ETC/GMT+5', 'america/new_york'];
  expect(zones.map((TIME_ZONE) => readConfig({ TIME_ZONE }).TIME_ZONE)).toEqual([
    'Europe/Warsaw',
    'Europe/Warsaw',
    'UTC',
    'Etc/GMT+5',
    'America/New_York',
  ]);
});

for (const [name, value] of [
  // Newer Node.js takes an offset, Chromium does not.
  ['TIME_ZONE', '+01:00'],
  // It would become the locale "pl-PL-PL".
  ['PROVIDER_REGION', 'pl-PL'],
] as const) {
  test(`what no browser context can be opened with is refused: ${name}=${value}`, () => {
    expect(messageOf(() => readConfig({ [name]: value }))).toContain(name);
  });
}

test('reports every wrong API key with the other wrong variables, by place, without its value', () => {
  const hash = 'a'.repeat(64);
  const API_KEYS = `shop:${hash},plk_secret,farm:${hash}`;
  const message = messageOf(() => readConfig({ PORT: '80a', API_KEYS }));
  expect(message.split('\n').slice(1)).toEqual([
    '  PORT: must be a whole number from 0 to 65535',
    expect.stringMatching(/^ {2}API_KEYS: entry 2 \(line 1\): must be name:sha256-hex/),
    '  API_KEYS: entry 3 (line 1): an earlier entry has the same key.',
  ]);
  expect(message).not.toMatch(/secret|farm|aaaa/);
  expect(messageOf(() => readConfig({ API_KEYS: ' # none' }))).toContain('\n  API_KEYS: contains no entry.');
  expect(readConfig({ API_KEYS: `shop:${hash}` }).API_KEYS).toBe(`shop:${hash}`);
});

for (const address of [
  'socks5://',
  'socks5://:1080',
  'socks://user:tajne@',
  'socks4h://proxy.example',
  'http://proxy.example:0',
  // proxy-chain would fail at every connection.
  'http://us%3Aer:tajne@proxy.example:8080',
]) {
  test(`UPSTREAM_PROXY ${address} is refused`, () => {
    const message = messageOf(() => readConfig({ UPSTREAM_PROXY: address }));
    expect(message).toContain('\n  UPSTREAM_PROXY: must be');
    expect(message).not.toContain('tajne');
  });
}

for (const address of [
  'http://proxy.example',
  'socks4a://proxy.example',
  'socks5h://us%20er:p%3Ass@[::1]:1080',
]) {
  test(`UPSTREAM_PROXY ${address} is taken`, () => {
    expect(readConfig({ UPSTREAM_PROXY: address }).UPSTREAM_PROXY).toBe(address);
  });
}

for (const [HOST, isAddress] of [
  ['0.0.0.0', true],
  ['::1', true],
  ['fe80::1%lo', true],
  ['my-host.example', true],
  ['localhost:3000', false],
  ['http://localhost', false],
  ['[::1]', false],
  ['two words', false],
] as const) {
  test(`HOST ${HOST} is ${isAddress ? 'taken' : 'refused'}`, () => {
    if (isAddress) expect(readConfig({ HOST }).HOST).toBe(HOST);
    else expect(messageOf(() => readConfig({ HOST }))).toContain('\n  HOST: must be');
  });
}

for (const address of ['127.0.0.1:8443', '127.1.2.3:1']) {
  test(`EGRESS_OVERRIDE ${address} is loopback`, () => {
    const [host, port] = address.split(':');
    expect(readConfig({ EGRESS_OVERRIDE: address }).EGRESS_OVERRIDE).toEqual({ host, port: Number(port) });
  });
}

for (const address of [
  '10.0.0.1:443',
  'localhost:443',
  '127.0.0.1',
  '128.0.0.1:80',
  '127.0.0.1:99999',
  '0.0.0.0:80',
  '127.999.0.1:80',
  '127.0.0.256:80',
  '127.0.0.010:80',
  '127.0.0.1:0',
]) {
  test(`EGRESS_OVERRIDE ${address} is refused`, () => {
    expect(messageOf(() => readConfig({ EGRESS_OVERRIDE: address }))).toContain('EGRESS_OVERRIDE');
  });
}

test('a wrong EGRESS_OVERRIDE is said in one line, whichever half is wrong', () => {
  for (const [address, words] of [
    ['127.999.0.1:80', 'must be 127.0.0.1:<port>; only loopback is allowed'],
    ['127.0.0.1:65536', 'the port must be 1 to 65535'],
  ] as const) {
    expect(messageOf(() => readConfig({ EGRESS_OVERRIDE: address }))).toContain(
      `:\n  EGRESS_OVERRIDE: ${words}`,
    );
  }
});

const EIFFEL = 'ChIJLU7jZClu5kcR4PcOOO6p3I0';

test('CONTROL_PLACES are three well-known places, those that are named, or none', () => {
  const read = (CONTROL_PLACES?: string) => readConfig({ CONTROL_PLACES }).CONTROL_PLACES;
  expect(read()).toEqual(WELL_KNOWN_PLACES);
  expect(WELL_KNOWN_PLACES).toHaveLength(3);
  expect(read('')).toEqual([]);
  expect(read(' ')).toEqual([]);
  expect(read(`${EIFFEL}\n4565666864068316694  0x1:0x2`)).toEqual([EIFFEL, '4565666864068316694', '0x1:0x2']);
  // A comma in a link is part of it.
  const link = 'https://www.google.com/maps/place/X/@52.1,19.3,17z/data=!4m6!3m5!1s0x1:0x2!8m2!3d52.1!4d19.3';
  expect(read(`${link},${EIFFEL}`)).toEqual([link, EIFFEL]);
});

for (const [what, place] of [
  ['a name', 'Luwr'],
  ['a search', 'https://www.google.com/maps/search/bar'],
  ['a damaged Place ID', 'ChIJLU7jZClu5kcR4PcOOO6p3I'],
  ['a link elsewhere', 'https://example.com/maps?cid=1'],
] as const) {
  test(`CONTROL_PLACES with ${what} is refused at the start`, () => {
    const message = messageOf(() => readConfig({ CONTROL_PLACES: `${EIFFEL} ${place}` }));
    expect(message).toContain('\n  CONTROL_PLACES: ');
    expect(message).toContain('is not a place.');
  });
}

for (const [what, link] of [
  ['a place', `https://www.google.com/maps/place/?q=place_id:${EIFFEL}`],
  ['a name', 'Luwr'],
  ['a link elsewhere', 'https://example.com/maps/reviews/data=!4m8'],
] as const) {
  test(`CONTROL_REVIEWS with ${what} is refused at the start`, () => {
    const message = messageOf(() => readConfig({ CONTROL_REVIEWS: link }));
    expect(message).toContain('\n  CONTROL_REVIEWS: ');
    expect(message).toContain('is not a link to a review.');
  });
}

test('the pool size follows the cores', () => {
  expect([1, 2, 4, 8, 64].map(defaultContexts)).toEqual([4, 4, 8, 16, 16]);
});

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return String(error);
  }
  throw new Error('nothing was thrown');
}

test('REDIS_URL gives an address, a user, a database and TLS', () => {
  const read = (REDIS_URL: string) => readConfig({ REDIS_URL }).REDIS_URL;
  expect(readConfig({}).REDIS_URL).toBeUndefined();
  expect(read('redis://cache.example')).toEqual({
    host: 'cache.example',
    port: 6379,
    username: null,
    password: null,
    db: 0,
    isTls: false,
  });
  expect(read('rediss://app:p%40ss@[::1]:7000/3')).toEqual({
    host: '::1',
    port: 7000,
    username: 'app',
    password: 'p@ss',
    db: 3,
    isTls: true,
  });
});

test('DATABASE_URL is an SQLite file or PostgreSQL, and a refusal does not repeat its password', () => {
  const url = 'postgres://test@/db?host=%2Frun%2Fpostgresql';
  for (const DATABASE_URL of ['sqlite:///data/a.db', 'sqlite:a.db', 'postgres://u:geheim@h/db', url])
    expect(readConfig({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL);
  for (const DATABASE_URL of ['/data/a.db', 'mysql://u:geheim@h/db', 'sqlite:']) {
    const message = messageOf(() => readConfig({ DATABASE_URL }));
    expect(message).toContain('DATABASE_URL: must be sqlite:');
    expect(message).not.toContain('geheim');
  }
});

test('a REDIS_URL that can never work is refused without its password', () => {
  for (const wrong of [
    'cache.example:6379',
    'http://:hidden@cache.example',
    'redis://',
    'redis://:hidden@cache.example:99999',
    'redis://:hidden@cache.example/zero',
    'redis://:hidden@cache.example/0?family=6',
    'redis://:hidden%zz@cache.example',
    'redis://user@cache.example',
  ]) {
    const message = messageOf(() => readConfig({ REDIS_URL: wrong }));
    expect(message, wrong).toContain('  REDIS_URL: must be redis://[user:password@]host[:port][/db]');
    expect(message).not.toContain('hidden');
  }
});

test('the egress group is part of a key: small letters, digits and hyphens', () => {
  expect(readConfig({}).EGRESS_GROUP).toBe('default');
  expect(readConfig({ EGRESS_GROUP: 'warsaw-2' }).EGRESS_GROUP).toBe('warsaw-2');
  for (const EGRESS_GROUP of ['Warsaw', 'a b', 'a:b', 'x'.repeat(41)])
    expect(messageOf(() => readConfig({ EGRESS_GROUP }))).toContain('EGRESS_GROUP');
  expect(messageOf(() => readConfig({ FLEET_SIZE_HINT: '0' }))).toContain('from 1 to 1000');
});

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

for (const [address, isUsable] of [
  ['https://tsa.example/tsr', true],
  ['http://127.0.0.1:8080/tsr', true],
  ['http://localhost:8080/', true],
  ['http://[::1]:8080/', true],
  ['http://tsa.example/tsr', false],
  ['https://user:secret@tsa.example/', false],
  ['ftp://tsa.example/', false],
  ['tsa.example', false],
] as const) {
  test(`TSA_URL ${address} is ${isUsable ? 'usable' : 'refused'}`, () => {
    if (isUsable) expect(readConfig({ TSA_URL: address }).TSA_URL).toBe(address);
    else {
      const said = messageOf(() => readConfig({ TSA_URL: address }));
      expect(said).toContain('TSA_URL: must be an https address');
      expect(said).not.toContain('secret');
    }
  });
}

for (const [address, isUsable] of [
  ['smtp://mail.example', true],
  ['smtp://user:secret@mail.example:587', true],
  ['smtps://user%40mail.example:secret@mail.example', true],
  ['https://user:secret@mail.example', false],
  ['smtp://', false],
  ['smtp://user:secret@', false],
  ['mail.example', false],
] as const) {
  test(`SMTP_URL ${address} is ${isUsable ? 'usable' : 'refused'}`, () => {
    if (isUsable) expect(readConfig({ SMTP_URL: address }).SMTP_URL).toBe(address);
    else {
      const said = messageOf(() => readConfig({ SMTP_URL: address }));
      expect(said).toContain('SMTP_URL: must be smtp://');
      expect(said).not.toContain('secret');
    }
  });
}

test('MAIL_FROM is one mailbox', () => {
  for (const sender of ['a@example.com', 'Usługa place-lookup <a@example.com>'])
    expect(readConfig({ MAIL_FROM: sender }).MAIL_FROM).toBe(sender);
  for (const wrong of [
    'a',
    'a@b, c@d',
    'A <a@b>, <c@d>',
    'A\r\nBcc: b@c <a@b>',
    'a@b\nBcc: c@d',
    '<a@b>',
    'A <a@b> x',
  ])
    expect(
      messageOf(() => readConfig({ MAIL_FROM: wrong })),
      wrong,
    ).toContain('MAIL_FROM: must be an address');
});

test('WEBHOOK_HOSTS is a list of hosts, or *', () => {
  expect(readConfig({}).WEBHOOK_HOSTS).toEqual([]);
  expect(readConfig({ WEBHOOK_HOSTS: 'Hook.example, [::1] 10.0.0.1' }).WEBHOOK_HOSTS).toEqual([
    ...['hook.example', '::1', '10.0.0.1'],
  ]);
  for (const wrong of ['https://hook.example', 'hook.example:8443', '*.example'])
    expect(
      messageOf(() => readConfig({ WEBHOOK_HOSTS: wrong })),
      wrong,
    ).toContain('WEBHOOK_HOSTS: must be * or');
});
