import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { createWebhooks } from '../../src/capabilities/notify/webhook.js';
import { eventTexts } from '../../src/capabilities/watch/event-texts.js';
import { EVENT as SHOWN_EVENT } from '../../src/capabilities/watch/examples.js';
import { EVENT_TYPES, type EventData } from '../../src/capabilities/watch/published.js';
import type { Row } from '../../src/capabilities/watch/schema.js';
import { READY_SERVICES, startHttp } from '../support/http-only.js';
import { localServer } from '../support/local-server.js';
import { type Item, type Outside, runWorkflow, WORKFLOWS } from '../support/n8n.js';
import { READ_REVIEW } from '../support/read-review.js';
import { expect, test } from '../support/test.js';
import { PLACES } from '../support/watching.js';
import { hostsOf, portOf } from '../support/webhook-hosts.js';

const SECRETS = /whsec_[A-Za-z\d+/]|xox[a-z]-|AIza|hooks\.slack\.com|BEGIN [A-Z ]*PRIVATE KEY/;

test('each workflow is off after its import, and has no secrets and no credentials of an installation', () => {
  for (const { nodes, settings, active } of Object.values(WORKFLOWS)) {
    // The order of branches depends on it.
    expect([active, settings.executionOrder]).toEqual([false, 'v1']);
    for (const { name, type, credentials, parameters } of nodes) {
      expect(credentials, name).toBeUndefined();
      expect(JSON.stringify(parameters), name).not.toMatch(SECRETS);
      if (type === 'n8n-nodes-base.httpRequest')
        expect(parameters, name).toMatchObject({
          authentication: 'genericCredentialType',
          genericAuthType: 'httpHeaderAuth',
        });
    }
  }
});

interface SheetRow {
  readonly link: string;
  readonly [column: string]: unknown;
}
interface Letter {
  readonly subject: unknown;
  readonly text: unknown;
}

const VERDICT = { visibility_reason: 'visible', checked_at: '2026-11-23 06:00:00' };
const LINK = (number: number) => `https://maps.app.goo.gl/Invented${number}`;

/** Runs the weekly check over a sheet; `is_visible` by link, a text is the code of an error. With `api` it asks there. */
async function check(
  sheet: readonly SheetRow[],
  verdicts: Readonly<Record<string, boolean | string>>,
  { api, ...faults }: { readonly batch?: number; readonly mail?: Error; readonly api?: string } = {},
) {
  const asked: (readonly string[])[] = [];
  const letters: Letter[] = [];
  const written: Record<string, unknown>[] = [];
  const answer: Outside[string] = ([item]) => {
    const urls = item?.json.urls as readonly string[];
    asked.push(urls);
    if (asked.length === faults.batch) return [{ json: { error: { message: 'timeout' } } }];
    const results = urls.map((review_url, index) => {
      const verdict = verdicts[review_url] ?? true;
      // A link that shows no place is no change either.
      if (verdict === 'no_business_data')
        return { index, review_url, ...VERDICT, is_visible: false, visibility_reason: verdict };
      if (typeof verdict === 'string') return { index, review_url, error: { code: verdict } };
      return { index, review_url, is_visible: verdict, ...VERDICT };
    });
    return [{ json: { status: 'success', data: { results } } }];
  };
  const outside: Outside = {
    ...(api === undefined && { 'Check reviews': answer }),
    'Read links': () => sheet.map((json) => ({ json })),
    'Send e-mail': (_items, given) => {
      if (faults.mail !== undefined) throw faults.mail;
      letters.push({ subject: given('subject'), text: given('text') });
      return [];
    },
    'Write results': (items) => {
      written.push(...items.map(({ json }) => json));
      return [];
    },
  };
  const run = { workflow: 'weekly-check.json', input: [{ json: {} }], outside };
  const failure = await runWorkflow({ ...run, ...(api !== undefined && { api }) });
  return { asked, letters, written, failure };
}

test('the weekly check asks for 100 links at a time, for each link once, and says that nothing changed', async () => {
  const links = Array.from({ length: 250 }, (_, number) => ({ link: LINK(number), stan: 'widoczna' }));
  const sheet = [{ link: '' }, ...links, { link: ` ${LINK(0)} ` }, { link: '  ' }];
  const { asked, written, letters } = await check(sheet, {});
  const text = expect.stringContaining('Sprawdzone linki: 250. Bez wyniku: 0.');
  expect(letters).toEqual([{ subject: 'Opinie: bez zmian', text }]);
  expect(asked.map(({ length }) => length)).toEqual([100, 100, 50]);
  expect(asked.flat()).toEqual(links.map(({ link }) => link));
  expect(written.map(({ link }) => link)).toEqual(links.map(({ link }) => link));
});

test('a Monday without any verdict sends an e-mail that says so', async () => {
  const sprawdzono = '2026-11-16 06:00:00';
  const sheet = [
    { link: LINK(0), stan: 'widoczna', sprawdzono },
    { link: LINK(1), stan: '' },
  ];
  const { letters } = await check(sheet, { [LINK(0)]: 'provider_blocked', [LINK(1)]: 'no_business_data' });
  expect(letters.map(({ subject }) => subject)).toEqual(['Opinie: bez wyniku (2 z 2)']);
  const text = String(letters[0]?.text);
  expect(text).toContain(`Bez wyniku (provider_blocked), ostatni wynik: ${sprawdzono}\n${LINK(0)}`);
  expect(text).toContain(`Bez wyniku (no_business_data), ostatni wynik: brak\n${LINK(1)}`);
  expect(text).toContain('Sprawdzone linki: 0. Bez wyniku: 2.');
});

test('a week without a change names the links that have no verdict', async () => {
  const sheet = [0, 1].map((number) => ({ link: LINK(number), stan: 'widoczna' }));
  const { letters } = await check(sheet, { [LINK(1)]: 'provider_blocked' });
  expect(letters).toEqual([
    { subject: 'Opinie: bez zmian, bez wyniku 1 z 2', text: expect.stringContaining(LINK(1)) },
  ]);
});

test('the weekly check tells only of a link whose state was known and is different', async () => {
  const sheet = [
    { link: LINK(0), stan: 'widoczna' },
    { link: LINK(1), stan: 'niewidoczna' },
    { link: LINK(2), stan: '' },
    { link: LINK(3), stan: 'widoczna' },
    { link: LINK(4), stan: 'sprawdzić!' },
    { link: LINK(5), stan: 'niewidoczna' },
  ];
  const verdicts = { [LINK(0)]: false, [LINK(2)]: false, [LINK(3)]: 'provider_blocked', [LINK(4)]: false };
  const { letters, written } = await check(sheet, { ...verdicts, [LINK(5)]: false });
  expect(letters).toEqual([
    { subject: 'Opinie: zmiany widoczności (2)', text: expect.stringContaining(LINK(0)) },
  ]);
  const text = String(letters[0]?.text);
  expect(text).toContain(`2026-11-23 06:00:00: widoczna → niewidoczna\n${LINK(0)}`);
  expect(text).toContain(`niewidoczna → widoczna\n${LINK(1)}`);
  expect(text).toContain('Sprawdzone linki: 5. Bez wyniku: 1.');
  expect(text).toContain(`Bez wyniku (provider_blocked), ostatni wynik: brak\n${LINK(3)}`);
  for (const number of [2, 4, 5]) expect(text).not.toContain(LINK(number));
  expect(written[0]).toMatchObject({ wynik: 'visible', sprawdzono: VERDICT.checked_at, problem: '' });
  // The last known state stays: the row has no key for it, so n8n does not write the cell.
  expect(written[3]).toEqual({ link: LINK(3), problem: 'provider_blocked' });
  expect(written.map(({ stan }) => stan)).toEqual([
    ...['niewidoczna', 'widoczna', 'niewidoczna'],
    ...[undefined, 'niewidoczna', 'niewidoczna'],
  ]);
  expect(written.filter(({ zmiana }) => zmiana !== undefined)).toHaveLength(2);
});

test('a request of the weekly check that fails leaves its links as they were', async () => {
  const sheet = Array.from({ length: 150 }, (_, number) => ({ link: LINK(number), stan: 'niewidoczna' }));
  const { letters, written } = await check(sheet, {}, { batch: 1 });
  expect(written.filter(({ stan }) => stan === undefined)).toHaveLength(100);
  expect(written[0]).toEqual({ link: LINK(0), problem: 'brak odpowiedzi' });
  expect(letters).toEqual([{ subject: 'Opinie: zmiany widoczności (50)', text: expect.any(String) }]);
});

test('the weekly check fails where no request was answered, and where the sheet has no links', async () => {
  const unanswered = await check([{ link: LINK(0), stan: 'widoczna' }], {}, { batch: 1 });
  expect(unanswered).toMatchObject({ written: [], letters: [], failure: expect.stringContaining('timeout') });
  expect(await check([{ link: '' }], {})).toMatchObject({
    asked: [],
    failure: expect.stringContaining('link'),
  });
});

test('a change whose e-mail fails is not written, so that the next run tells it', async () => {
  const outcome = await check(
    [{ link: LINK(0), stan: 'niewidoczna' }],
    {},
    { mail: new Error('SMTP is down') },
  );
  expect(outcome).toMatchObject({ written: [], failure: 'SMTP is down' });
});

interface ListedReview {
  readonly review_id: string;
  readonly [field: string]: unknown;
}
const REVIEW = {
  ...{ stars: 1, author_name: 'Jan Zmyślony', review_text: 'Zimna zupa.', date_unix: 1795165199 },
  review_url: 'https://www.google.com/maps/reviews/data=!4m8',
};
const reviews = (...ids: readonly string[]): ListedReview[] =>
  ids.map((review_id) => ({ review_id, ...REVIEW }));

/** Runs the workflow of low reviews over one list; the messages to Slack, and why the run failed. */
async function list(
  memory: Record<string, unknown>,
  data: {
    readonly complete: boolean;
    readonly stop_reason?: string;
    readonly reviews: ListedReview[];
  } | null,
  { placeid, slack, api }: { readonly placeid?: string; readonly slack?: Error; readonly api?: string } = {},
) {
  const messages: unknown[] = [];
  const outside: Outside = {
    ...(placeid !== undefined && { Settings: () => [{ json: { placeid, max_stars: 2, max_pages: 50 } }] }),
    ...(data !== null && { 'List reviews': () => [{ json: { status: 'success', data } }] }),
    'Post to Slack': (items, given) => {
      if (slack !== undefined) throw slack;
      messages.push(given('text'));
      return [...items];
    },
  };
  const run = { workflow: 'new-low-reviews.json', input: [{ json: {} }], outside, memory };
  return { messages, failure: await runWorkflow({ ...run, ...(api !== undefined && { api }) }) };
}

test('both workflows ask the service and read its answers, through the real HTTP layer', async () => {
  const shown = [READ_REVIEW];
  await using http = await startHttp({
    reviews: {
      list: async (request, scope, emit) => {
        for (const review of shown) await emit({ kind: 'review', review });
        const end = await READY_SERVICES.reviews.list(request, scope, emit);
        return { ...end, returned: shown.length, read: shown.length, total: shown.length };
      },
    },
  });
  const api = `http://127.0.0.1:${http.port}`;
  const { written, letters } = await check([{ link: LINK(0), stan: 'niewidoczna' }], {}, { api });
  expect(written).toEqual([
    {
      ...{ link: LINK(0), stan: 'widoczna', wynik: 'visible', problem: '' },
      sprawdzono: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      zmiana: expect.stringMatching(/: niewidoczna → widoczna$/),
    },
  ]);
  expect(letters.map(({ subject }) => subject)).toEqual(['Opinie: zmiany widoczności (1)']);
  const memory = {};
  const [placeid = ''] = PLACES;
  expect(await list(memory, null, { api, placeid })).toEqual({ messages: [], failure: null });
  shown.push({ ...READ_REVIEW, id: `${READ_REVIEW.id}2` });
  expect((await list(memory, null, { api, placeid })).messages).toEqual([
    expect.stringMatching(/^Opinie do 2★, których wcześniej nie było na liście: 1\n\n\d★ /),
  ]);
});

test('the first complete list of low reviews is remembered, and only later reviews are told, once', async () => {
  const memory = {};
  const silent = { messages: [], failure: null };
  expect(await list(memory, { complete: true, reviews: reviews('a', 'b') })).toEqual(silent);
  const { messages } = await list(memory, { complete: true, reviews: reviews('c', 'a', 'b') });
  expect(messages).toEqual([
    'Opinie do 2★, których wcześniej nie było na liście: 1\n\n' +
      '1★ Jan Zmyślony, 2026-11-20\nZimna zupa.\nhttps://www.google.com/maps/reviews/data=!4m8',
  ]);
  expect(await list(memory, { complete: true, reviews: reviews('c', 'a', 'b') })).toEqual(silent);
});

test('a list that is not complete begins no memory, makes no review new, and forgets none', async () => {
  const memory = {};
  const cut = { complete: false, stop_reason: 'withheld' };
  expect(await list(memory, { ...cut, reviews: reviews('a') })).toEqual({
    messages: [],
    failure: expect.stringContaining('withheld'),
  });
  expect(memory).toEqual({});
  await list(memory, { complete: true, reviews: reviews('a', 'b', 'c') });
  for (const shown of [reviews('a'), []]) {
    // It may lack a new review, too.
    const failure = expect.stringContaining('withheld');
    expect(await list(memory, { ...cut, reviews: shown })).toEqual({ messages: [], failure });
    const known = { messages: [], failure: null };
    for (const reason of ['max_pages', 'provider_limit'])
      expect(await list(memory, { ...cut, stop_reason: reason, reviews: shown })).toEqual(known);
  }
  expect((await list(memory, { complete: true, reviews: reviews('a', 'b', 'c') })).messages).toEqual([]);
  // A complete list came before, so this review was not there.
  expect((await list(memory, { ...cut, reviews: reviews('d') })).messages).toEqual([
    expect.stringMatching(/nowych opinii może być więcej\.$/),
  ]);
});

test('another place begins with a memory of its own; a message that fails is sent by the next run', async () => {
  const memory = {};
  await list(memory, { complete: true, reviews: reviews('a') }, { placeid: 'ChIJone' });
  const other = await list(memory, { complete: true, reviews: reviews('x') }, { placeid: 'ChIJother' });
  expect(other).toEqual({ messages: [], failure: null });
  const next = { complete: true, reviews: reviews('x', 'b') };
  const failing = { placeid: 'ChIJother', slack: new Error('Slack is down') };
  expect((await list(memory, next, failing)).failure).toBe('Slack is down');
  expect((await list(memory, next, { placeid: 'ChIJother' })).messages).toHaveLength(1);
});

test('texts of reviews cannot notify a channel or forge lines of the message', async () => {
  const memory = {};
  await list(memory, { complete: true, reviews: [] });
  const hostile = { author_name: '<!channel>', review_text: 'A & B\n5★ <https://evil.example|here>' };
  const others = { date_unix: null, review_url: null, edited_unix: 1795165199, stars: 2 };
  const { messages } = await list(memory, {
    complete: true,
    reviews: [
      { review_id: 'h', ...REVIEW, ...hostile, ...others },
      { review_id: 'n', ...REVIEW, review_text: null, author_name: null },
      { review_id: 'l', ...REVIEW, review_text: '🙂'.repeat(301) },
    ],
  });
  expect(messages[0]).toContain(
    '2★ &lt;!channel&gt;, data nieznana (edytowana)\nA &amp; B 5★ &lt;https://evil.example|here&gt;\n\n',
  );
  expect(messages[0]).toContain('1★ autor nieznany, 2026-11-20\n(treść nieznana)\n');
  expect(messages[0]).toContain(`\n${'🙂'.repeat(300)}…\n`);
});

const SECRET_TEXT = 'k5Yy3n7bq0YVw-T2m9c1x_8pLr4sD6fGhJ0aZuEoIi4';
const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const EVENT: EventData = {
  ...SHOWN_EVENT,
  label: 'Hotel „Pod Lipą” 🙂',
  place_name: null,
  before: { visibility_reason: 'visible' },
  after: { visibility_reason: 'no_rating' },
};

interface Receiver {
  readonly url: string;
  readonly letters: (Letter & { readonly node: string })[];
  mail: Error | null;
}
const servers: AsyncDisposable[] = [];
test.afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

/** The workflow of events as a server: what n8n does with a request for its Webhook node. */
async function receive(): Promise<Receiver> {
  const memory = {};
  const letters: Receiver['letters'] = [];
  const server = await localServer(async (request, response) => {
    let status: unknown = null;
    const respond: Outside[string] = (_items, given) => {
      status = given('options.responseCode');
      return [];
    };
    const sendMail =
      (node: string): Outside[string] =>
      (items, given) => {
        if (receiver.mail !== null) throw receiver.mail;
        letters.push({ node, subject: given('subject'), text: given('text') });
        return [...items];
      };
    const input: Item[] = [{ json: { headers: request.headers }, binary: await buffer(request) }];
    const failure = await runWorkflow({
      ...{ workflow: 'watch-events.json', input, memory, hmacSecret: SECRET_TEXT },
      outside: {
        Accept: respond,
        Refuse: respond,
        'E-mail: not shown': sendMail('not shown'),
        'E-mail: watch': sendMail('watch'),
        'E-mail: other': sendMail('other'),
      },
    });
    response.writeHead(failure === null ? Number(status) : 500).end();
  });
  servers.push(server);
  const receiver: Receiver = { url: `${server.url}/`, letters, mail: null };
  return receiver;
}

/** Sends as the service does. */
async function deliver(
  target: string,
  id: string,
  event: EventData | null,
  { channel = {}, sentAt = Date.now() }: { channel?: Partial<Row<'channel'>>; sentAt?: number } = {},
): Promise<number | null> {
  const webhooks = createWebhooks({
    hosts: hostsOf(`127.0.0.1:${portOf(target)}`),
    now: () => sentAt,
    timeoutMs: 60_000,
  });
  const row: Row<'channel'> = {
    id: 'ch_1',
    owner: 'me',
    kind: 'webhook',
    target,
    pace: 'at_once',
    language: 'pl',
    types: null,
    rules: null,
    ...{ secret: secretOf(SECRET_TEXT), paced_at: 0 },
    created_at: 0,
    ended_at: null,
    ended_because: null,
    jobs_at: null,
    ...channel,
  };
  const parcel = { id, events: event === null ? [] : [{ ...event, stars: null, client: null }] };
  try {
    return (await webhooks.send(row, parcel, new AbortController().signal)).status;
  } finally {
    await webhooks.close();
  }
}

test('an event that the service sends is checked, mailed by its type, and accepted once', async () => {
  const { url, letters } = await receive();
  expect(await deliver(url, 'd_1', EVENT)).toBe(204);
  expect(letters).toEqual([
    {
      node: 'not shown',
      subject: 'Ważne: Opinii już nie widać: Hotel „Pod Lipą” 🙂',
      text: expect.stringContaining('Teraz: {"visibility_reason":"no_rating"}'),
    },
  ]);
  const times = { last_seen_at: '2026-09-12 08:00:00', first_missed_at: '2026-09-13 08:00:00' };
  expect(await deliver(url, 'd_0', { ...EVENT, ...times })).toBe(204);
  expect(letters.pop()?.text).toContain(
    'Widziano ostatnio: 2026-09-12 08:00:00, brakuje od: 2026-09-13 08:00:00',
  );
  // The service sends again when an answer was lost.
  expect(await deliver(url, 'd_1', EVENT)).toBe(204);
  expect(letters).toHaveLength(1);
  expect(await deliver(url, 'd_2', null)).toBe(204);
  expect(letters[1]).toMatchObject({ node: 'watch', subject: 'Stan obserwacji: Wiadomość próbna' });
  // Line breaks in a name stay out of the subject.
  await deliver(url, 'd_3', { ...EVENT, type: 'review.appeared', label: 'A\r\nBcc: b@example.com' });
  expect(letters[2]?.subject).toBe('Pojawiła się opinia: A Bcc: b@example.com');
});

test('every type of event has its Polish title', async () => {
  const { url, letters } = await receive();
  for (const [number, type] of EVENT_TYPES.entries())
    expect(await deliver(url, `d_${number}`, { ...EVENT, type, label: null })).toBe(204);
  const titles = letters.map(({ subject }) => String(subject).replace(/^[^:]+: /, ''));
  expect(titles).toEqual(EVENT_TYPES.map((type) => eventTexts('pl')(`title.${type}`)));
  expect(letters.filter(({ node }) => node === 'not shown')).toHaveLength(1);
  expect(letters.filter(({ node }) => node === 'watch')).toHaveLength(2);
  // Failing checks say nothing about the subject.
  const trouble = letters[EVENT_TYPES.indexOf('watch.trouble')];
  expect(trouble?.text).toContain(eventTexts('pl')('noJudgement'));
  expect(letters.filter(({ text }) => String(text).includes(eventTexts('pl')('noJudgement')))).toEqual([
    trouble,
  ]);
});

test('an event with another secret, or of another time, is answered 401 and not mailed', async () => {
  const { url, letters } = await receive();
  const channel = { secret: secretOf('another secret of about the same length') };
  expect(await deliver(url, 'd_1', EVENT, { channel })).toBe(401);
  for (const sentAt of [Date.now() - 400_000, Date.now() + 400_000])
    expect(await deliver(url, 'd_2', EVENT, { sentAt })).toBe(401);
  expect(letters).toEqual([]);
});

test('a request whose headers or body differ from the signed request gets 401', async () => {
  const { url, letters } = await receive();
  const seconds = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ type: 'review.appeared', timestamp: '', data: EVENT });
  const signature = new Webhook(secretOf(SECRET_TEXT)).sign('d_1', new Date(seconds * 1000), body);
  const right = { 'webhook-id': 'd_1', 'webhook-timestamp': String(seconds), 'webhook-signature': signature };
  const send = async (headers: Record<string, string>, sent = body) =>
    (await fetch(url, { method: 'POST', headers, body: sent })).status;
  for (const wrong of [
    { 'webhook-id': 'd_2' },
    { 'webhook-timestamp': String(seconds + 1) },
    { 'webhook-timestamp': `${seconds}.0` },
    { 'webhook-signature': '' },
    { 'webhook-signature': 'v1,' },
    { 'webhook-signature': 'v1,undefined' },
    { 'webhook-signature': signature.replace('v1,', 'v2,') },
    { 'webhook-signature': signature.slice(0, -1) },
    { 'webhook-signature': `${signature}A` },
  ])
    expect(await send({ ...right, ...wrong }), JSON.stringify(wrong)).toBe(401);
  expect(await send(right, `${body} `)).toBe(401);
  expect(await send(right, '')).toBe(401);
  expect(await send({})).toBe(401);
  expect(letters).toEqual([]);
  expect(await send(right)).toBe(204);
});

test('a signed text cannot be split anew into id, time and body', async () => {
  const { url, letters } = await receive();
  const old = new Date(Date.now() - 3_600_000);
  const now = Math.floor(Date.now() / 1000);
  const forged = JSON.stringify({ type: 'review.appeared', data: EVENT });
  const text = `x.${now}.${forged}`;
  const signature = new Webhook(secretOf(SECRET_TEXT)).sign('d_1', old, text);
  const headers = {
    'webhook-id': `d_1.${Math.floor(old.getTime() / 1000)}.x`,
    'webhook-timestamp': String(now),
    'webhook-signature': signature,
  };
  expect((await fetch(url, { method: 'POST', headers, body: forged })).status).toBe(401);
  expect(letters).toEqual([]);
});

test('an event whose e-mail fails is not accepted, and the next attempt sends it', async () => {
  const receiver = await receive();
  receiver.mail = new Error('SMTP is down');
  expect(await deliver(receiver.url, 'd_1', EVENT)).toBe(500);
  receiver.mail = null;
  expect(await deliver(receiver.url, 'd_1', EVENT)).toBe(204);
  expect(receiver.letters).toHaveLength(1);
});
