import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { excerpt } from '../contract/errors.js';
import { eventLines, eventTitle, titleOf } from '../contract/event-texts.js';
import type { Language } from '../contract/language.js';
import { message } from '../contract/messages.js';
import { isLoopbackAddress } from '../egress/addresses.js';
import { race } from '../runtime/scope.js';
import { within } from '../runtime/timeout.js';
import { type Carrier, codeOf, type Parcel } from './carrier.js';

interface MailOptions {
  /** `smtp://`, `smtps://` or `smtp+insecure://`; undefined = no e-mail is sent. */
  readonly url: string | undefined;
  /** An address, or `Name <address>`. */
  readonly from: string | undefined;
  /** Milliseconds for one step of the conversation (15,000). */
  readonly timeoutMs?: number;
}

const STEP_MS = 15_000;
const TOTAL_MS = 50_000;

const TEXTS = {
  pl: {
    digest: (count: number) => `Obserwacje – liczba zdarzeń: ${count}`,
    test: 'Wiadomość próbna',
    testText:
      'Na tę skrzynkę przychodzą powiadomienia o obserwowanych miejscach i opiniach. Wysyła je usługa place-lookup.',
    footer:
      'Wysłano z usługi place-lookup. Aby nie otrzymywać tych wiadomości, usuń kanał e-mail w obserwacjach.',
  },
  en: {
    digest: (count: number) => `Watches: ${count} events`,
    test: 'Test message',
    testText:
      'This address gets notifications about watched places and reviews. The service place-lookup sends them.',
    footer:
      'Sent by place-lookup. To get no more of these messages, remove the e-mail channel of the watches.',
  },
} as const;

const mailbox = z.email().max(254);

const INSECURE = /^smtp\+insecure:\/\//i;

/**
 * Whether the server must offer STARTTLS. Without TLS, a server in between reads the password and the e-mails: only a
 * server on this machine without a login, or an address with `smtp+insecure://`, is used without TLS.
 */
function needsTls(url: string | undefined): boolean {
  if (url === undefined || INSECURE.test(url)) return false;
  const { hostname, username } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  return username !== '' || !(host === 'localhost' || isLoopbackAddress(host));
}

/** Sends events as plain text e-mails. */
export function createMail({ url, from, timeoutMs = STEP_MS }: MailOptions): Carrier {
  const isOn = url !== undefined && from !== undefined;
  const transport = createTransport({
    url: url?.replace(INSECURE, 'smtp://') ?? '',
    requireTLS: needsTls(url),
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    refusalOf: (target) => {
      if (!isOn) return message('mailOff');
      return mailbox.safeParse(target).success ? null : message('mailboxInvalid');
    },
    send: async ({ target, language }, parcel, signal) => {
      if (!isOn) return { status: null, error: message('mailOff') };
      const sending = transport.sendMail({
        from,
        // An object is always one address; a text may hold several addresses.
        to: { name: '', address: target },
        messageId: `<${parcel.id}@place-lookup>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...letter(language, parcel),
      });
      try {
        const sent = await race(signal, within(TOTAL_MS, sending));
        return { status: null, error: sent === null ? 'no answer in time' : null };
      } catch (error) {
        signal.throwIfAborted();
        return { status: null, error: failureOf(error) };
      }
    },
    close: async () => transport.close(),
  };
}

function letter(language: Language, { events }: Parcel): { readonly subject: string; readonly text: string } {
  const texts = TEXTS[language];
  const [first] = events;
  if (first === undefined) return { subject: texts.test, text: `${texts.testText}\n` };
  const subject = events.length === 1 ? eventTitle(language, first) : texts.digest(events.length);
  const parts = events.map((event) => [titleOf(language, event), ...eventLines(language, event)].join('\n'));
  // The excerpt has no line break, so a name cannot begin another header.
  return { subject: excerpt(subject), text: `${[...parts, `-- \n${texts.footer}`].join('\n\n')}\n` };
}

/** The answer of the mail server, or the code of the failure. */
function failureOf(error: unknown): string {
  const said = error instanceof Error && 'response' in error ? error.response : null;
  return typeof said === 'string' ? `SMTP ${excerpt(said)}` : codeOf(error);
}
