export const en = {
  webhooksOff:
    'This service sends no webhooks: its operator has not set WEBHOOK_HOSTS, the list of allowed hosts.',
  webhookInvalid:
    'The address of a webhook must start with https:// and must not contain a user name or password.',
  webhookHostNotAllowed:
    'Webhooks to {{host}} are not allowed here. The operator can add the host to WEBHOOK_HOSTS.',
  webhookPrivate:
    'The webhook leads to an address that is not public. The operator can add its host to WEBHOOK_HOSTS, with the port unless the port is 443.',
  webhookPortNotAllowed:
    'Webhooks to port {{port}} of {{host}} are not allowed here. The operator can add this host with this port to WEBHOOK_HOSTS.',
  webhookToService: 'The webhook leads to the port of this service itself.',
  mailOff: 'This service sends no e-mails: its operator has given it no mail server.',
  mailboxInvalid: 'This is not a valid e-mail address. A valid address looks like name@example.com.',
  mailDomainNotAllowed:
    'E-mails to {{domain}} are not allowed here. The operator can add this domain to MAIL_DOMAINS.',
  tooManyChannels: 'You may have at most {{most}} channels. Remove a channel first.',
  channelExists: 'You have a channel to this target already: {{id}}.',
  channelEnded: 'The channel has ended, so nothing is sent to it. Start it again first.',
  channelOptions:
    'A channel has the fields kind (webhook, email or chat), target, pace (at_once; for e-mail and chat also daily and weekly), lang (pl or en), and the rules types, max_stars and clients; the request has an unknown field or an invalid value.',
  channelChangeEmpty:
    'Send at least one of pace, lang, types, max_stars, clients and ended (only false), and no other field.',
} as const;
