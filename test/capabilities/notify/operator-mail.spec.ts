import { readFileSync } from 'node:fs';

import { load } from 'js-yaml';
import { createMail } from '../../../src/capabilities/notify/email.js';
import { notifyTexts } from '../../../src/capabilities/notify/letters.js';
import { createOperatorMail, TROUBLES } from '../../../src/capabilities/notify/operator-mail.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { createLogger } from '../../../src/core/runtime/logger.js';
import { createMetrics } from '../../../src/core/runtime/metrics.js';
import { makeDataFolder } from '../../support/data-folder.js';
import { closeMailServers, mailServer } from '../../support/mail-server.js';
import { expect, test } from '../../support/test.js';

test.afterEach(closeMailServers);

const START = Date.UTC(2026, 8, 14, 12);
const [MINUTE, DAY] = [60_000, 86_400_000];

/** The e-mails to an operator over a mail server, with a clock and metrics of the test. */
async function operatorMail(folder: string, { perDay = 20, refuses = (): boolean => false } = {}) {
  const { url, received } = await mailServer({
    onMailFrom: (_address, _session, done) => done(refuses() ? new Error('greylisted') : null),
  });
  const mail = createMail({ url, from: 'place-lookup@example.com', timeoutMs: 5_000 });
  const values: Record<string, number> = {};
  const metrics = createMetrics();
  for (const name of TROUBLES.flatMap(({ when }) => Object.keys(when)))
    metrics.gauge(name, 'of the test', () => values[name] ?? (name === 'data_free_bytes' ? 5e9 : 0));
  let now = START;
  const start = () =>
    createOperatorMail({
      ...{ read: metrics.read, t: notifyTexts('pl'), perDay, file: `${folder}/operator-mail.json` },
      send: (letter) => mail.tell({ target: 'admin@example.com', language: 'pl' }, letter),
      ...{ localTime: createLocalTime('Europe/Warsaw'), log: createLogger('silent'), now: () => now },
    });
  let process = start();
  return {
    received,
    values,
    subjects: () => received.map(({ headers }) => headers.subject?.replace(/ \(.*?\)/, '')),
    /** Lets minutes pass, with a look every half of one. */
    pass: async (minutes: number) => {
      for (const end = now + minutes * MINUTE; now < end; ) {
        now += MINUTE / 2;
        await process.look();
      }
    },
    skip: (ms: number) => {
      now += ms;
    },
    restart: () => {
      process = start();
    },
  };
}

test('a trouble that lasts is one e-mail, its end another, and a restart repeats neither', async () => {
  const world = await operatorMail(makeDataFolder());
  world.values.breaker_state = 2;
  await world.pass(5);
  expect(world.received).toEqual([]);
  world.values.breaker_state = 1; // Half open: a probe is under way.
  await world.pass(1);
  world.values.breaker_state = 2;
  await world.pass(1);
  expect(world.subjects()).toEqual(['place-lookup: Dostawca map blokuje ten adres']);
  const [first] = world.received;
  expect(first?.to).toEqual(['admin@example.com']);
  expect(first?.headers['list-unsubscribe']).toBeUndefined();
  const lines = first?.text.replaceAll('\r\n', '\n').split('\n') ?? [];
  expect(lines[0]).toBe('Dostawca map blokuje ten adres – od 2026-09-14 14:00:30.');
  expect(lines).toContain('Wiadomość usługi place-lookup do jej administratora (ustawienie OPERATOR_MAIL).');

  world.restart();
  await world.pass(30);
  expect(world.received).toHaveLength(1);
  world.values.breaker_state = 0;
  await world.pass(4);
  expect(world.received).toHaveLength(1);
  await world.pass(2);
  world.restart();
  await world.pass(30);
  expect(world.subjects().slice(1)).toEqual([
    'place-lookup: już w porządku – Dostawca map blokuje ten adres',
  ]);
});

test('a trouble that passes before its time is not told, and returns as a new one', async () => {
  const world = await operatorMail(makeDataFolder());
  for (let times = 0; times < 5; times += 1) {
    world.values.browser_unavailable = 1;
    await world.pass(1.5);
    world.values.browser_unavailable = 0;
    await world.pass(3);
  }
  world.values.watch_deliveries_failing = 3;
  await world.pass(29);
  expect(world.received).toEqual([]);
  world.values.watch_deliveries_failing = 0;
  world.values.watch_delivery_lateness_seconds = 1_801;
  await world.pass(2);
  expect(world.subjects()).toEqual(['place-lookup: Powiadomienia nie docierają do odbiorców']);
});

test('no more e-mails are sent in a day than allowed, also over restarts; the last one says so', async () => {
  const world = await operatorMail(makeDataFolder(), { perDay: 2 });
  Object.assign(world.values, { browser_unavailable: 1, watch_database_unavailable: 1, data_free_bytes: 1 });
  await world.pass(3);
  world.restart();
  await world.pass(30);
  expect(world.received).toHaveLength(2);
  const isLast = world.received.map(({ text }) =>
    text.replace(/=\r\n/g, '').includes('ostatnia taka wiadomość na dziś'),
  );
  expect(isLast).toEqual([false, true]);
  world.skip(DAY);
  await world.pass(6);
  expect(world.subjects()[2]).toBe('place-lookup: Dysk z danymi jest prawie pełny');
  expect(world.received).toHaveLength(3);
});

test('an e-mail that the server refuses is sent later', async () => {
  let isAway = true;
  const world = await operatorMail(makeDataFolder(), { refuses: () => isAway });
  world.values.watch_database_unavailable = 1;
  await world.pass(10);
  expect(world.received).toEqual([]);
  isAway = false;
  await world.pass(5);
  expect(world.subjects()).toEqual(['place-lookup: Nie można korzystać z bazy danych']);
});

test('troubles have the names, metrics and times of the alerts', () => {
  const file = readFileSync(new URL('../../../deploy/alerts.yaml', import.meta.url), 'utf8');
  const { groups } = load(file) as {
    groups: { rules: { alert: string; expr: string; for?: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  for (const { id, minutes, when } of TROUBLES) {
    const rule = rules.find(({ alert }) => alert === `PlaceLookup${id}`);
    expect(rule?.for, id).toBe(`${minutes}m`);
    for (const name of Object.keys(when)) expect(rule?.expr).toContain(`place_lookup_${name}`);
  }
});
