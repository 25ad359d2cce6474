import { startHttp } from '../support/http-only.js';
import { closeMailServers, mailServer } from '../support/mail-server.js';
import { expect, test } from '../support/test.js';
import { PLACES, startWatching } from '../support/watching.js';

// Mailboxes of strangers: nothing but one e-mail with a code is sent before they confirm.

test.afterEach(closeMailServers);

test('a mailbox confirms by a button behind the link, not by opening the link, and unsubscribes in one click', async () => {
  const { url, received } = await mailServer();
  const watching = await startWatching({
    ...{ SMTP_URL: url, MAIL_FROM: 'place-lookup@example.com', PUBLIC_URL: 'https://lookup.example.com' },
  });
  const http = await startHttp({ watch: watching.watch });
  const headers = { 'Content-Type': 'application/json' };
  const post = async (path: string, body: object) => {
    const { status, text } = await http.ask(`/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status, data: JSON.parse(text).data };
  };
  const held = async () => JSON.parse((await http.ask('/api/channels')).text).data.channels[0]?.held;
  const linkTo = (action: string, text = '') =>
    new RegExp(`https://lookup\\.example\\.com(/mail/${action}/[\\w.-]+)`).exec(
      text.replace(/=\r?\n/g, ''),
    )?.[1] ?? '';
  try {
    const label = 'Your account is locked.\nVerify at https://evil.example/login';
    const watch = await post('watches', { subject: PLACES[0], label });
    expect(watch.data.label).toBe('Your account is locked. Verify at https://evil.example/login');
    const added = await post('channels', { kind: 'email', target: 'anna@example.com' });
    expect(added).toMatchObject({ status: 201, data: { held: 'receiver' } });
    expect(received).toHaveLength(1);
    expect(received[0]?.text).not.toContain('evil.example');
    expect((await post(`channels/${added.data.id}/test`, {})).status).toBe(400);

    const confirm = linkTo('confirm', received[0]?.text);
    // A mail scanner opens the link, and asks for its headers.
    const page = await http.ask(confirm);
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<form method="post">');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    await http.ask(confirm, { method: 'HEAD' });
    expect(await held()).toBe('receiver');
    expect((await http.ask(`${confirm}x`, { method: 'POST' })).status).toBe(404);
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await http.ask(confirm, { method: 'POST', headers: form, body: '' })).status).toBe(200);
    expect(await held()).toBe(null);
    expect((await http.ask(confirm, { method: 'POST' })).status).toBe(404);

    expect((await post(`channels/${added.data.id}/test`, {})).data.state).toBe('delivered');
    const stop = linkTo('stop', received[1]?.text);
    expect(received[1]?.headers['list-unsubscribe']).toBe(`<https://lookup.example.com${stop}>`);
    expect((await http.ask(stop)).status).toBe(200);
    const click = { method: 'POST', headers: form, body: 'List-Unsubscribe=One-Click' };
    expect((await http.ask(stop, click)).status).toBe(200);
    const channels = JSON.parse((await http.ask('/api/channels')).text).data.channels;
    expect(channels[0].ended_at).not.toBe(null);
  } finally {
    await http.close();
    await watching.close();
  }
});
