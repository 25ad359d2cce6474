import { z } from 'zod';
import { isLoopbackAddress } from '../../core/egress/addresses.js';
import { excerpt } from '../../core/errors.js';
import type { Language } from '../../core/published/language.js';
import type { Metrics } from '../../core/runtime/metrics.js';
import { race } from '../../core/runtime/scope.js';
import { within } from '../../core/runtime/timeout.js';
import type { Row } from '../watch/schema.js';
import { type Attempt, type Carrier, codeOf } from './carrier.js';
import { type Letter, letterOf, notifyTexts, withoutControls } from './letters.js';
import type { MailAction, MailLimits } from './mail-limits.js';
import { message } from './messages.js';

interface MailOptions {
  /** `smtp://`, `smtps://` or `smtp+insecure://`; undefined = no e-mail is sent. */
  readonly url: string | undefined;
  /** An address, or `Name <address>`. */
  readonly from: string | undefined;
  /** The domains of the mailboxes that may get e-mails; `*` = every domain (the default). */
  readonly domains?: readonly string[];
  /** Null = e-mails have no limits. */
  readonly limits?: Pick<MailLimits, 'takeMail' | 'tokenOf' | 'codeOf'> | null;
  /** The address under which receivers reach the service, with `/` at its end; undefined = e-mails have no links. */
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
export function mailCounter({ countBy }: Pick<Metrics, 'countBy'>) {
  return countBy('outcome', 'mails_total', 'E-mails of this replica, by how they ended');
}

/** Sends events as plain text e-mails. */
export function createMail({ url, from, timeoutMs = STEP_MS, ...options }: MailOptions) {
  const { domains = ['*'], limits = null, publicUrl: base, operator = [], counted } = options;
  const isOn = url !== undefined && from !== undefined;
  const transportOptions = {
    url: url?.replace(INSECURE, 'smtp://') ?? '',
    requireTLS: needsTls(url),
    ...{ dnsTimeout: timeoutMs, connectionTimeout: timeoutMs, greetingTimeout: timeoutMs },
    ...{ socketTimeout: timeoutMs, disableFileAccess: true, disableUrlAccess: true },
  };
  const linkTo = (action: MailAction, id: string) =>
    base === undefined || limits === null ? null : `${base}mail/${action}/${limits.tokenOf(action, id)}`;
  /** The last lines of every e-mail. */
  const footer = (language: Language, stop: string | null): string => {
    const t = notifyTexts(language);
    const run = operator.filter((part) => part !== undefined).join(', ');
    const lines = [stop && `${t('mail.stop')}: ${stop}`, run && `${t('mail.operator')}: ${run}`];
    return ['-- ', t('mail.footer'), ...lines.filter(Boolean)].join('\n');
  };
  const post = async (
    { id, target, language }: Pick<Row<'channel'>, 'id' | 'target' | 'language'>,
    letter: Letter & { readonly messageId: string },
    signal: AbortSignal,
  ): Promise<Attempt> => {
    const stop = linkTo('stop', id);
    // Mail programs post without a question only to an https address (RFC 8058).
    const isOneClick = stop?.startsWith('https:') === true;
    const unsubscribe = {
      ...(stop !== null && { 'List-Unsubscribe': `<${stop}>` }),
      ...(isOneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
    };
    // Most services send no e-mails, and loading the package takes a part of each start.
    const { createTransport } = await import('nodemailer');
    const sending = createTransport(transportOptions).sendMail({
      from,
      // An object is always one address; a text may hold several addresses.
      to: { name: '', address: target },
      messageId: `<${letter.messageId}@place-lookup>`,
      headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribe },
      subject: excerpt(letter.subject),
      text: `${withoutControls([...letter.paragraphs, footer(language, stop)].join('\n\n'))}\n`,
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
    send: async (channel, parcel, signal) => {
      if (!isOn) return { status: null, error: message('mailOff').text };
      if (limits !== null && !(await limits.takeMail(channel.owner)))
        return { status: null, error: message('mailLimit').text };
      return post(channel, { messageId: parcel.id, ...letterOf(channel, parcel, base) }, signal);
    },
    /** Sends the mailbox of a new channel the code, and the link if there is one, by which it confirms the channel. */
    ask: (channel: Row<'channel'>, signal: AbortSignal): Promise<Attempt> => {
      const t = notifyTexts(channel.language);
      const link = linkTo('confirm', channel.id);
      const confirm = link === null ? [] : [`${t('mail.confirm')}: ${link}`];
      const asked = t('mail.asked', { code: limits?.codeOf(channel.id) ?? '' });
      const paragraphs = [asked, ...confirm, t('mail.ignore')];
      return post(channel, { messageId: `${channel.id}.code`, subject: t('mail.ask'), paragraphs }, signal);
    },
    close: async () => undefined,
  } satisfies Carrier & Record<'ask' | 'isOn', unknown>;
}

/** The answer of the mail server, or the code of the failure. */
function failureOf(error: unknown): string {
  const said = error instanceof Error && 'response' in error ? error.response : null;
  return typeof said === 'string' ? `SMTP ${excerpt(said)}` : codeOf(error);
}
