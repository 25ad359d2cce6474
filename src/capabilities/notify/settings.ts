import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { type SettingGroup, setting } from '../../core/config/config.js';
import { HOST_NAME, isHost, listOf } from '../../core/config/parsers.js';

/** A host that webhooks may lead to. */
export interface WebhookHost {
  /** A name or address as URLs have it, without brackets; `*` = every host with a public address. */
  readonly host: string;
  /** The only port; null = none is named. */
  readonly port: number | null;
}

/** Hosts that webhooks may lead to. */
const webhookHosts = z
  .string()
  .transform((text) => listOf(text.toLowerCase()))
  .refine(
    (hosts) => hosts.every((host) => webhookHost(host) !== null),
    'must be * or hosts such as hooks.example.com, n8n:5678 and [fd00::1]:8443, separated by commas',
  )
  .transform((hosts) => hosts.flatMap((host) => webhookHost(host) ?? []))
  .default([]);

function webhookHost(entry: string): WebhookHost | null {
  if (entry === '*') return { host: entry, port: null };
  const [, address, name, digits] = /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const host = isIPv6(entry) ? entry : (address ?? name ?? '');
  const port = digits === undefined ? null : Number(digits);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  if (isIPv6(host)) return { host: new URL(`http://[${host}]`).hostname.slice(1, -1), port };
  return address === undefined && isHost(host) ? { host, port } : null;
}

/** The domains of mailboxes that may get e-mails. */
const mailDomains = z
  .string()
  .transform((text) => listOf(text.toLowerCase()))
  .refine(
    (domains) => domains.every((domain) => domain === '*' || HOST_NAME.test(domain)),
    'must be * or domains such as example.com, separated by commas',
  )
  .default(['*']);

/** The address of a mail server. The message does not quote the text, which may hold a password. */
const mailServer = z
  .string()
  .refine(
    (text) =>
      URL.canParse(text) &&
      /^smtp(?:s|\+insecure)?:\/\/[^/]*[^/@]/i.test(text) &&
      new URL(text).hostname !== '',
    'must be smtp://[user:password@]host[:port], smtps:// for TLS from the start, or smtp+insecure:// for a connection without TLS',
  );

/** One mailbox, with or without a name before it. */
const mailSender = z
  .string()
  .regex(
    /^(?:[^\p{C}<>@,"]+ <[^\s<>@,]+@[^\s<>@,]+>|[^\s<>@,]+@[^\s<>@,]+)$/u,
    'must be an address such as place-lookup@example.com, or Name <address>',
  );

/** The settings of deliveries. */
export const DELIVERY_SETTINGS = {
  title: 'Deliveries of watched subjects',
  shape: {
    WEBHOOK_HOSTS: setting(
      webhookHosts,
      'Hosts that webhooks of watched subjects may lead to, as `host` or `host:port` (`[fd00::1]:8443`), separated by commas; `*` = every public host. A host with a port is allowed at this port only. A host without a port is allowed at every port if its address is public, and at port 443 if its address is private. A private address is refused unless its host is named, also when a name resolves to it. The port of the service (`PORT`) is always refused on its own machine. Webhooks go out directly, not through `UPSTREAM_PROXY`. Not set: there are no webhooks.',
    ),
    SMTP_URL: setting(
      mailServer.optional(),
      'The mail server that sends e-mails about watched subjects: `smtp://[user:password@]host[:port]`, or `smtps://` for TLS from the start. With `smtp://` the server must offer STARTTLS; otherwise the e-mail is not sent, and no password either. Only a server on this machine (`localhost` or a loopback address) without a user is used without TLS. `smtp+insecure://` sends password and e-mails in clear text if the server does not offer STARTTLS. Needs `MAIL_FROM`. Not set: there are no e-mails.',
    ),
    MAIL_FROM: setting(
      mailSender.optional(),
      'The sender of e-mails about watched subjects: an address, or `Name <address>`.',
    ),
    MAIL_DOMAINS: setting(
      mailDomains,
      'Domains whose mailboxes may get e-mails, separated by commas, without their subdomains; `*` = every domain.',
      '`*`',
    ),
  },
} as const satisfies SettingGroup;
