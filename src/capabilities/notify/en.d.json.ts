declare const texts: {
  readonly "mail.digest": "Watches: {{count}} events";
  readonly "mail.test": "Test message";
  readonly "mail.testText": "This address gets notifications about watched places and reviews. The service place-lookup sends them.";
  readonly "mail.job": "A list has ended: {{total}} links";
  readonly "mail.jobCounts": "Links: {{total}}, without a result: {{failed}}.";
  readonly "mail.jobVerdicts": "Visible: {{visible}}, not visible: {{hidden}}.";
  readonly "mail.starsUnknown": "The stars of this review are not known, so the rule about stars could not be applied.";
  readonly "mail.console": "Open in place-lookup";
  readonly "mail.footer": "Sent by place-lookup. To get no more of these messages, ask whoever runs the service.";
  readonly "mail.operator": "The service is run by";
};
export = texts;
