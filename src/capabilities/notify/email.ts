import { domainToASCII } from 'node:url';
import { z } from 'zod';
import { isLoopbackAddress } from '../../core/egress/addresses.js';
import { excerpt } from '../../core/errors.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import { race } from '../../core/runtime/scope.js';
import { within } from '../../core/runtime/timeout.js';
import { type Carrier, codeOf } from './carrier.js';
import { letterOf, notifyTexts, withoutControls } from './letters.js';
import { message } from './messages.js';

interface MailOptions {
  /** `smtp://`, `smtps://` or `smtp+insecure://`; undefined = no e-mail is sent. */
  readonly url: string | undefined;
  /** An address, or `Name <address>`. */
  readonly from: string | undefined;
  /** The domains of the mailboxes that may get e-mails; `*` = every domain (the default). */
  readonly domains?: readonly string[];
  /** The address under which receivers reach the service, with `/` at its end; undefined = e-mails do not lead to the console. */
  readonly publicUrl?: string | undefined;
  /** Who runs the service, and how to reach them. */
  readonly operator?: readonly (string | undefined)[];
  readonly counted?: ReturnType<typeof mailCounter>;
  /** Milliseconds for one step of the conversation (15,000). */
  readonly timeoutMs?: number;
}

const [STEP_MS, TOTAL_MS] = [15_000, 50_000];
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

/** Counts e-mails by how they ended: `sent` or `failed`. */
export function mailCounter({ countBy }: Pick<Metrics, 'countBy'>) {
  return countBy('outcome', 'mails_total', 'E-mails of this replica, by how they ended');
}

/** Sends events as plain text e-mails. */
export function createMail({ url, from, timeoutMs = STEP_MS, ...options }: MailOptions) {
  const { domains = ['*'], publicUrl: base, operator = [], counted } = options;
  const isOn = url !== undefined && from !== undefined;
  // Spam filters mark an id whose domain is not a full name.
  const domain = domainToASCII(/@([^@>]+)>?$/.exec(from ?? '')?.[1] ?? '');
  const transportOptions = {
    url: url?.replace(INSECURE, 'smtp://') ?? '',
    requireTLS: needsTls(url),
    ...{ dnsTimeout: timeoutMs, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs },
    ...{ socketTimeout: timeoutMs, disableFileAccess: true, disableUrlAccess: true },
  };
  const run = operator.filter((part) => part !== undefined).join(', ');
  const send: Carrier['send'] = async (channel, parcel, signal) => {
    if (!isOn) return { status: null, error: message('mailOff').text };
    const t = notifyTexts(channel.language);
    const { subject, paragraphs } = letterOf(channel, parcel, base);
    const footer = ['-- ', t('mail.footer'), ...(run === '' ? [] : [`${t('mail.operator')}: ${run}`])];
    // Most services send no e-mails, and loading the package takes a part of each start.
    const { createTransport } = await import('nodemailer');
    const sending = createTransport(transportOptions).sendMail({
      from,
      // An object is always one address; a text may hold several addresses.
      to: { name: '', address: channel.target },
      messageId: `<${parcel.id}@${domain}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      subject: excerpt(subject),
      text: `${withoutControls([...paragraphs, footer.join('\n')].join('\n\n'))}\n`,
    });
    const ended = race(signal, within(TOTAL_MS, sending));
    const error = await ended.then((sent) => (sent === null ? 'no answer in time' : null), failureOf);
    if (error !== null) signal.throwIfAborted();
    counted?.(error === null ? 'sent' : 'failed');
    return { status: null, error };
  };
  return {
    /** Whether e-mails are sent at all. */
    isOn,
    refusalOf: (target) => {
      if (!isOn) return message('mailOff');
      if (!mailbox.safeParse(target).success) return message('mailboxInvalid');
      const domain = target.toLowerCase().split('@')[1] ?? '';
      if (domains.includes('*') || domains.includes(domain)) return null;
      return message('mailDomainNotAllowed', { domain });
    },
    send,
  } satisfies Carrier & Record<'isOn', unknown>;
}

/** The answer of the mail server, or the code of the failure. */
function failureOf(error: unknown): string {
  const said = error instanceof Error && 'response' in error ? error.response : null;
  return typeof said === 'string' ? `SMTP ${excerpt(said)}` : codeOf(error);
}
