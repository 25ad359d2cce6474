import { createTransport } from 'nodemailer';
import { z } from 'zod';
import { isLoopbackAddress } from '../../core/egress/addresses.js';
import { excerpt } from '../../core/errors.js';

import type { Language } from '../../core/published/language.js';
import { oneLine } from '../../core/published/one-line.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import { race } from '../../core/runtime/scope.js';
import { within } from '../../core/runtime/timeout.js';
import { message } from '../../core/texts/messages.js';
import { watchTexts } from '../reports/texts.js';
import { eventLines, eventTitle, titleOf } from '../watch/event-texts.js';
import type { EventData } from '../watch/published.js';
import type { Row } from '../watch/schema.js';
import { type Attempt, type Carrier, codeOf, type Parcel } from './carrier.js';
import type { MailAction, MailLimits } from './mail-limits.js';

interface MailOptions {
  /** `smtp://`, `smtps://` or `smtp+insecure://`; undefined = no e-mail is sent. */
  readonly url: string | undefined;
  /** An address, or `Name <address>`. */
  readonly from: string | undefined;
  /** The domains of the mailboxes that may get e-mails; `*` = every domain (the default). */
  readonly domains?: readonly string[];
  /** Null = e-mails have no limits. */
  readonly limits?: Pick<MailLimits, 'takeMail' | 'tokenOf' | 'codeOf'> | null;
  /** The address under which receivers reach the service; undefined = there are no links in e-mails. */
  readonly publicUrl?: string | undefined;
  /** Who runs the service, and how to reach them. */
  readonly operator?: readonly (string | undefined)[];
  readonly counted?: ReturnType<typeof mailCounter>;
  /** Milliseconds for one step of the conversation (15,000). */
  readonly timeoutMs?: number;
}

const STEP_MS = 15_000;
const TOTAL_MS = 50_000;

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
export function mailCounter({ countedBy }: Pick<Metrics, 'countedBy'>) {
  return countedBy('outcome', 'mails_total', 'E-mails of this replica, by how they ended');
}

/** Sends events as plain text e-mails. */
export function createMail({ url, from, timeoutMs = STEP_MS, ...options }: MailOptions) {
  const { domains = ['*'], limits = null, publicUrl, operator = [], counted } = options;
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
  const base = publicUrl?.endsWith('/') === false ? `${publicUrl}/` : publicUrl;
  const linkTo = (action: MailAction, id: string) =>
    base === undefined || limits === null ? null : `${base}mail/${action}/${limits.tokenOf(action, id)}`;
  /** The last lines of every e-mail. */
  const footer = (language: Language, id: string): string => {
    const t = watchTexts(language);
    const stop = linkTo('stop', id);
    const run = operator.filter((part) => part !== undefined).join(', ');
    return [
      '-- ',
      t('mail.footer'),
      ...(stop === null ? [] : [`${t('mail.stop')}: ${stop}`]),
      ...(run === '' ? [] : [`${t('mail.operator')}: ${run}`]),
    ].join('\n');
  };
  const post = async (
    { id, target, language }: Row<'channel'>,
    letter: { readonly messageId: string; readonly subject: string; readonly paragraphs: readonly string[] },
    signal: AbortSignal,
  ): Promise<Attempt> => {
    const stop = linkTo('stop', id);
    const sending = transport.sendMail({
      from,
      // An object is always one address; a text may hold several addresses.
      to: { name: '', address: target },
      messageId: `<${letter.messageId}@place-lookup>`,
      headers: {
        'Auto-Submitted': 'auto-generated',
        ...(stop !== null && {
          'List-Unsubscribe': `<${stop}>`,
          // Mail programs post without a question only to an https address (RFC 8058).
          ...(stop.startsWith('https:') && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
        }),
      },
      subject: excerpt(letter.subject),
      text: `${withoutControls([...letter.paragraphs, footer(language, id)].join('\n\n'))}\n`,
    });
    const ended = race(signal, within(TOTAL_MS, sending));
    const error = await ended.then((sent) => (sent === null ? 'no answer in time' : null), failureOf);
    if (error !== null) signal.throwIfAborted();
    counted?.(error === null ? 'sent' : 'failed');
    return { status: null, error };
  };
  return {
    refusalOf: (target) => {
      if (!isOn) return message('mailOff');
      if (!mailbox.safeParse(target).success) return message('mailboxInvalid');
      const domain = target.toLowerCase().split('@')[1] ?? '';
      if (domains.includes('*') || domains.includes(domain)) return null;
      return message('mailDomainNotAllowed', { domain });
    },
    send: async (channel, parcel, signal) => {
      if (!isOn) return { status: null, error: message('mailOff').text };
      if (limits !== null && !(await limits.takeMail(channel.owner)))
        return { status: null, error: message('mailLimit').text };
      return post(channel, { messageId: parcel.id, ...letter(channel.language, parcel) }, signal);
    },
    /** Sends the mailbox of a new channel the code, and the link if there is one, by which it confirms the channel. */
    ask: (channel: Row<'channel'>, signal: AbortSignal): Promise<Attempt> => {
      const t = watchTexts(channel.language);
      const link = linkTo('confirm', channel.id);
      const paragraphs = [
        t('mail.asked', { code: limits?.codeOf(channel.id) ?? '' }),
        ...(link === null ? [] : [`${t('mail.confirm')}: ${link}`]),
        t('mail.ignore'),
      ];
      return post(channel, { messageId: `${channel.id}.code`, subject: t('mail.ask'), paragraphs }, signal);
    },
    close: async () => transport.close(),
  } satisfies Carrier & Record<'ask', unknown>;
}

function letter(language: Language, { events }: Parcel) {
  const t = watchTexts(language);
  const [first] = events;
  if (first === undefined) return { subject: t('mail.test'), paragraphs: [t('mail.testText')] };
  const subject =
    events.length === 1 ? eventTitle(language, onOneLine(first)) : t('mail.digest', { count: events.length });
  const paragraphs = events.map((event) =>
    [titleOf(language, event), ...eventLines(language, onOneLine(event))].join('\n'),
  );
  return { subject, paragraphs };
}

/** An event whose names cannot pass for other lines of the e-mail. */
function onOneLine(event: EventData): EventData {
  const one = (text: string | null) => text && oneLine(text);
  const { label, place_name, author, review_url } = event;
  return {
    ...event,
    ...{ label: one(label), place_name: one(place_name) },
    ...{ author: one(author), review_url: one(review_url) },
  };
}

/** A text without signs that move the cursor or turn the direction of writing; line breaks stay. */
function withoutControls(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, '');
}

/** The answer of the mail server, or the code of the failure. */
function failureOf(error: unknown): string {
  const said = error instanceof Error && 'response' in error ? error.response : null;
  return typeof said === 'string' ? `SMTP ${excerpt(said)}` : codeOf(error);
}
