export const en = {
  'mail.digest': 'Watches: {{count}} events',
  'mail.week': 'No new notifications',
  'mail.weekGaps': 'No new notifications; watches that may have changed: {{count}} of {{all}}',
  'mail.weekRead': 'Watches of which it is known what changed since {{since}}: {{count}} of {{all}}.',
  'mail.weekPaused': 'paused',
  'mail.weekNoResult': 'no check had a result',
  'mail.weekPart': 'reviews read: {{read}} of {{total}}, last {{at}}',
  'mail.weekNever': 'never read in full, last result {{at}}',
  'mail.weekPending': 'not read, or to be confirmed by a further check: {{count}}',
  'mail.weekDeleted': 'a part of the data of this time was deleted',
  'mail.weekGone': 'Google Maps shows no such place, last {{at}}',
  'mail.weekOnce': 'read in full only once: {{at}}',
  'mail.weekSome': 'read in full only between {{from}} and {{to}}',
  'mail.weekMore': 'Further watches of which this is not known: {{count}}.',
  'mail.weekOthers': 'The watches of which this is known had results between {{from}} and {{to}}.',
  'mail.test': 'Test message',
  'mail.testChat':
    'This chat gets notifications about watched places and reviews. The service place-lookup sends them.',
  'mail.testText':
    'This mailbox gets notifications about watched places and reviews. The service place-lookup sends them.',
  'mail.job': 'A list has ended: {{total}} entries',
  'mail.starsUnknown':
    'The stars of this review are not known, so the rule about stars could not be applied.',
  'mail.console': 'Open in place-lookup',
  'mail.footer': 'Sent by place-lookup. To get no more of these messages, ask whoever runs the service.',
  'mail.operator': 'The service is run by',
} as const;
