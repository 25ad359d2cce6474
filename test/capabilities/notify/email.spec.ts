import { createMail } from '../../../src/capabilities/notify/email.js';
import { coverLetter } from '../../../src/capabilities/notify/weeks.js';
import type { Cover } from '../../../src/capabilities/watch/cover.js';
import type { EventData } from '../../../src/capabilities/watch/published.js';
import { createLocalTime } from '../../../src/core/api/local-time.js';
import { closeLastServer, closeMailServers, mailServer, type Received } from '../../support/mail-server.js';
import { MESSAGES } from '../../support/messages.js';
import { expect, test } from '../../support/test.js';
import { inventedChannel, inventedEvent, NOON } from '../../support/watch-rows.js';
import { DAY_MS } from '../../support/watched.js';

test.afterEach(closeMailServers);

const NEVER = new AbortController().signal;
const FROM = 'Usługa <place-lookup@example.com>';
const EVENT = inventedEvent({ label: 'Hotel „Pod Lipą”' });
const EDITED = inventedEvent({
  ...{ id: 'e_8', type: 'review.edited' },
  ...{ before: { stars: 5, text: 'Świetnie' }, after: { stars: 1, text: '' } },
});

const channelTo = (target: string, language: 'pl' | 'en' = 'pl') =>
  inventedChannel({ kind: 'email', target, language, secret: null });

/** How the e-mails that `send` sent ended. */
let counted: string[] = [];
test.beforeEach(() => {
  counted = [];
});

async function send(
  url: string,
  events: readonly EventData[],
  target = 'anna@example.com',
  language: 'pl' | 'en' = 'pl',
) {
  const mail = createMail({
    url,
    from: FROM,
    timeoutMs: 600_000,
    counted: (outcome) => counted.push(outcome),
  });
  return mail.send(channelTo(target, language), { id: 'd_1', events }, NEVER);
}

test('an event is one plain text e-mail', async () => {
  const { url, received } = await mailServer();
  expect(await send(url, [EVENT])).toEqual({ status: null, error: null });
  expect(counted).toEqual(['sent']);
  expect(received).toHaveLength(1);
  const [{ to, headers, text }] = received as [Received];
  expect(to).toEqual(['anna@example.com']);
  expect(headers).toMatchObject({
    from: 'Usługa <place-lookup@example.com>',
    to: 'anna@example.com',
    subject: 'Opinii już nie widać: Hotel „Pod Lipą”',
    'message-id': '<d_1@example.com>',
    'auto-submitted': 'auto-generated',
    'content-type': 'text/plain; charset=utf-8',
  });
  expect(text.replaceAll('\r\n', '\n')).toBe(
    [
      'Opinii już nie widać',
      'Nazwa własna: Hotel „Pod Lipą”',
      'Autor: Łucja',
      'Link: https://www.google.com/maps/reviews/x',
      'Sprawdzono: 2026-09-14 12:00:00',
      'Wynik sprawdzenia: strona się otwiera, ale opinia nie ma gwiazdek',
      'Gwiazdki: brak danych',
      '„Niewidoczna” nie znaczy „usunięta”: opinia, która czeka na zatwierdzenie, z zewnątrz wygląda tak samo.',
      '',
      '-- ',
      'Wysłano z usługi place-lookup. Aby nie otrzymywać tych wiadomości, napisz do administratora usługi.',
      '',
    ].join('\n'),
  );
});

test('a digest is one e-mail with all events, in the language of the channel; a test delivery says so', async () => {
  const { url, received } = await mailServer();
  await send(url, [EVENT, EDITED], 'anna@example.com', 'en');
  await send(url, []);
  expect(received).toHaveLength(2);
  expect(received[1]?.headers).toMatchObject({ subject: 'Wiadomość próbna' });
  expect(received[0]?.headers).toMatchObject({ subject: 'Watches: 2 events' });
  expect(received[0]?.text).toContain('A review is not shown any more');
  expect(received[0]?.text).toContain('Stars: 1 (before: 5)');
  expect(received[0]?.text).toContain('Text: (no text) (before: Świetnie)');
});

test('a weekly message without events says in its subject and its lines what was read', async () => {
  const { url, received } = await mailServer();
  const localTime = createLocalTime('Europe/Warsaw');
  const period = { from: NOON, to: NOON + 7 * DAY_MS, localTime };
  const ends = { first: NOON, last: period.to, first_whole: NOON, last_whole: period.to };
  const read: Cover = {
    ...{ id: 'w_1', kind: 'place', subject: 'ChIJplace', label: 'Hotel', place: null, created_at: 0 },
    ...{ paused_at: null, ...ends, earlier: null, earlier_whole: null, without_list: 0, deletions: 0 },
    ...{ part_at: null, part_read: null, part_counted: null, pending: null },
  };
  const listed = { last_whole: null, part_at: period.to, part_read: 10, part_counted: 300 };
  const part = { ...read, label: 'Bar\r\nhttps://evil.example/', ...listed };
  const mail = createMail({ url, from: FROM });
  for (const [language, rows] of [
    ['pl', [read]],
    ['en', [read, ...Array(52).fill(part)]],
  ] as const) {
    const channel = channelTo('anna@example.com', language);
    const cover = coverLetter(channel, rows, period);
    await mail.send(channel, { id: 'd_1', events: [], cover }, NEVER);
    const both = await mail.send(channel, { id: 'd_2', events: [EVENT, EDITED], cover }, NEVER);
    expect(both.error).toBeNull();
  }
  expect(received.map(({ headers }) => headers.subject)).toEqual([
    'Brak nowych powiadomień',
    'Obserwacje – liczba zdarzeń: 2',
    'No new notifications; watches that may have changed: 52 of 53',
    'Watches: 2 events',
  ]);
  const [polish, , english, digest] = received.map(({ text }) => text.replaceAll('\r\n', '\n').split('\n'));
  expect(polish?.slice(0, 3)).toEqual([
    'Obserwacje, o których wiadomo, co się zmieniło od 2026-09-14 12:00:00: 1 z 1.',
    'Obserwacje, o których to wiadomo, mają wyniki między 2026-09-14 12:00:00 a 2026-09-21 12:00:00.',
    '',
  ]);
  const line = 'Bar https://evil.example/: reviews read: 10 of 300, last 2026-09-21 12:00:00';
  expect(english?.slice(0, 53)).toEqual([
    'Watches of which it is known what changed since 2026-09-14 12:00:00: 1 of 53.',
    ...Array(50).fill(line),
    'Further watches of which this is not known: 2.',
    'The watches of which this is known had results between 2026-09-14 12:00:00 and 2026-09-21 12:00:00.',
  ]);
  expect(digest).toEqual(expect.arrayContaining(english?.slice(0, 53) ?? []));
});

test('no text of a review, a place or an address begins another header or names another mailbox', async () => {
  const { url, received } = await mailServer();
  const evil = 'x\r\nBcc: evil@example.com\r\n\r\n<b>body</b>\u2028\u0000\u202e';
  const after = { text: evil, reply: evil };
  await send(url, [{ ...EVENT, label: evil, author: evil, place_name: evil, review_url: evil, after }]);
  for (const target of [
    'a@example.com, b@example.com',
    'a@example.com\r\nBcc: evil@example.com',
    'A <a@example.com>',
  ])
    await send(url, [EVENT], target);
  expect(received.length).toBeGreaterThan(0);
  for (const { to, headers } of received) {
    expect(to).toHaveLength(1);
    expect(to[0]).not.toContain('evil');
    expect(Object.keys(headers).toSorted()).toEqual([
      ...['auto-submitted', 'content-transfer-encoding', 'content-type', 'date', 'from', 'message-id'],
      ...['mime-version', 'subject', 'to'],
    ]);
  }
});

test('a label is one line, and no control character is in an e-mail', async () => {
  const { url, received } = await mailServer();
  const label = 'Your account\r\nis locked:\u2028https://evil.example/\u202e\u0007';
  const text = 'Zupa\u0000 była\u001b[31m zimna\nDrugi wiersz\u2066';
  await send(url, [inventedEvent({ label, after: { text } })]);
  const [mail] = received as [Received];
  expect(mail.headers.subject).toBe(
    'Opinii już nie widać: Your account is locked: https://evil.example/: „Zupa była …',
  );
  const lines = mail.text.replaceAll('\r\n', '\n').split('\n');
  expect(lines).toContain('Nazwa własna: Your account is locked: https://evil.example/');
  expect(lines).toContain('Treść: Zupa była[31m zimna');
  expect(lines).toContain('Drugi wiersz');
  expect(mail.text.replace(/\r?\n/g, '')).not.toMatch(/[\p{Cc}\p{Zl}\u202a-\u202e\u2066-\u2069]/u);
});

test('an e-mail names who runs the service', async () => {
  const { url, received } = await mailServer();
  const mail = createMail({ url, from: FROM, operator: ['Zmyślona Firma', 'biuro@example.com'] });
  await mail.send(channelTo('anna@example.com'), { id: 'd_1', events: [EVENT] }, NEVER);
  expect(received[0]?.text).toContain('Usługę prowadzi: Zmyślona Firma, biuro@example.com');
});

test('MAIL_DOMAINS names the domains of mailboxes', () => {
  const { refusalOf } = createMail({ url: 'smtp://127.0.0.1', from: FROM, domains: ['example.com'] });
  expect(refusalOf('anna@Example.COM')).toBe(null);
  for (const other of ['anna@sub.example.com', 'anna@example.com.evil.test', 'anna@evil.test'])
    expect(refusalOf(other)?.text).toContain('MAIL_DOMAINS');
});

test('a refusal of the mail server is a failed attempt with its words', async () => {
  const refuse = { responseCode: 550, message: 'No such mailbox' };
  const { url, received } = await mailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error(refuse.message), refuse)),
  });
  expect(await send(url, [EVENT])).toEqual({ status: null, error: 'SMTP 550 No such mailbox' });
  expect(counted).toEqual(['failed']);
  expect(received).toEqual([]);
});

test('a refused login is a failed attempt that does not repeat the password', async () => {
  const { url } = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(new Error('Wrong')),
  });
  const { error } = await send(url.replace('smtp://', 'smtp+insecure://user:hidden@'), [EVENT]);
  expect(error).toContain('SMTP 535');
  expect(error).not.toContain('hidden');
});

test('a mail server that is away or does not speak is a failed attempt', async () => {
  const { url } = await mailServer();
  await closeLastServer();
  expect((await send(url, [EVENT])).error).toMatch(/^[A-Z]+$/);
  const silent = await mailServer({ onConnect: () => undefined });
  const mail = createMail({ url: silent.url, from: FROM, timeoutMs: 50 });
  expect((await mail.send(channelTo('a@example.com'), { id: 'd_1', events: [] }, NEVER)).error).toMatch(
    /^[A-Z]+$/,
  );
});

test('a service that stops breaks the attempt off', async () => {
  const stop = new AbortController();
  const { url } = await mailServer({ onConnect: () => stop.abort(new Error('stopped')) });
  const mail = createMail({ url, from: FROM, timeoutMs: 600_000 });
  const sending = mail.send(channelTo('a@example.com'), { id: 'd_1', events: [] }, stop.signal);
  await expect(sending).rejects.toThrow('stopped');
});

test('a target is one mailbox, and e-mail needs SMTP_URL and MAIL_FROM', async () => {
  const { refusalOf } = createMail({ url: 'smtp://127.0.0.1', from: FROM });
  expect(refusalOf('anna.nowak+a@example.com')).toBe(null);
  for (const wrong of [
    '',
    'anna',
    'a@example.com,b@example.com',
    'A <a@example.com>',
    'a@example.com\r\nBcc: b@c.pl',
    ' a@b.pl',
  ])
    expect(refusalOf(wrong)?.text, wrong).toBe(MESSAGES.mailboxInvalid);
  for (const off of [
    { url: 'smtp://127.0.0.1', from: undefined },
    { url: undefined, from: FROM },
  ]) {
    const mail = createMail(off);
    expect(mail.refusalOf('a@example.com')?.text).toBe(MESSAGES.mailOff);
    expect(await mail.send(channelTo('a@example.com'), { id: 'd_1', events: [] }, NEVER)).toEqual({
      status: null,
      error: MESSAGES.mailOff,
    });
  }
});

/** A server that leaves STARTTLS out, as somebody between can make it look; `commands`: the logins it saw. */
async function serverWithoutTls() {
  const logins: string[] = [];
  const server = await mailServer({
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username }, _session, done) => {
      logins.push(username ?? '');
      done(null, { user: username });
    },
  });
  return { ...server, logins };
}

test('a server without STARTTLS gets neither the password nor the e-mail', async () => {
  const { url, received, logins } = await serverWithoutTls();
  const mail = createMail({ url: url.replace('//', '//user:secret@'), from: FROM });
  const sent = await mail.send(channelTo('ola@example.com'), { id: 'd_1', events: [EVENT] }, NEVER);
  expect(sent.error).not.toBeNull();
  expect({ logins, received }).toEqual({ logins: [], received: [] });
});

test('smtp+insecure:// logs in without TLS', async () => {
  const { url, received, logins } = await serverWithoutTls();
  const mail = createMail({ url: url.replace('smtp://', 'smtp+insecure://user:secret@'), from: FROM });
  const sent = await mail.send(channelTo('ola@example.com'), { id: 'd_1', events: [EVENT] }, NEVER);
  expect(sent.error).toBeNull();
  expect(logins).toEqual(['user']);
  expect(received).toHaveLength(1);
});
