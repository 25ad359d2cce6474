export const en = {
  'commands.evidence':
    'save an evidence pack (ZIP) for each review, from links or from a list as in check; existing packs are not made again',
  'commands.verify':
    'check an evidence pack offline: exit code 0 when it is unchanged, signed by a key of --public-key, and its verdict follows from its loads; 4 when only the key is not given; otherwise 1 and a line for each problem',
  'options.out': 'folder for the evidence packs',
  'options.blur': 'others: cover reviews by other authors in the pictures; none: cover nothing',
  'options.publicKey': 'the public key of the service (PEM), which must have signed the pack',
  'options.ca':
    'trusted certificates of the time-stamping authority (PEM); by default the certificates of Node.js',
  example: 'evidence',
  title: 'Evidence packs',
  progress: 'Packs',
  link: 'Link',
  state: 'State',
  file: 'File',
  'states.made': 'saved   ',
  'states.exists': 'exists  ',
  'states.failed': 'none    ',
  summary: 'Links: {{total}}. Packs saved: {{made}}, existing already: {{exists}}, not made: {{failed}}.',
  summaryLeft:
    'Links: {{total}}. Packs saved: {{made}}, existing already: {{exists}}, not made: {{failed}}, not begun: {{missing}}.',
} as const;
