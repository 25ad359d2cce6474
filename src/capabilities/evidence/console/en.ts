export const en = {
  intro:
    'Check whether an evidence pack is unchanged, whose key signed it, and what follows from it. The file stays on this computer: the browser checks it, nothing is sent.',
  choose: 'Choose a pack (ZIP)',
  drop: "or drop files here. The operator's public key (a PEM file) can be added to the pack.",
  checking: 'Checking the pack…',
  checked: 'Checked: {{name}}.',
  'unable.insecure':
    'This page is open without HTTPS, and then the browser checks no signatures. Open it by HTTPS, or ask the administrator for the command “place-lookup verify-evidence”.',
  'unable.unknown_algorithm':
    'This browser does not know Ed25519 signatures, so it cannot check packs. Use a current version of Chrome, Edge, Firefox or Safari.',
  keyFile: 'The key in the file “{{name}}” is compared with the signature of the pack.',
  'result.service': 'The pack is unchanged. The key of this service signed it.',
  'result.given': 'The pack is unchanged. The key in the file “{{name}}” signed it.',
  'result.unknown': 'The pack is unchanged since it was signed, but who signed it is unknown.',
  'result.otherThanGiven': 'Another key than the one in the file “{{name}}” signed the pack.',
  'result.wrong': 'This pack cannot be relied on.',
  'question.unchanged': 'Is it unchanged?',
  'question.signer': 'Who signed it?',
  'question.follows': 'What follows from it?',
  'question.time': 'When was it made?',
  'question.limits': 'What does it not show?',
  unchanged: 'Yes. Files in the pack: {{files}}; each is the same as when the pack was signed.',
  'signer.service': 'The key that this service publishes ({{host}}).',
  'signer.given': 'The key in the file “{{name}}”.',
  'signer.notService':
    "This is not the key of this service ({{host}}). Anybody can sign a pack with an own key: compare the number of the key with the operator's key.",
  'signer.unknown':
    "There is no key here to compare it with. Anybody can sign a pack with an own key: add the file with the operator's key, or compare the number of the key.",
  'signer.operator': 'The pack names as its operator: {{name}}.',
  'signer.keyUrl': 'The operator publishes the key at',
  'signer.id': 'Number of the key:',
  'follows.visible': 'The review was shown at that time. The page showed it in full (load {{reviews}}).',
  'follows.unclear':
    'The link showed no place then (loads {{reviews}}), while other reviews, the controls, were shown in full right after (loads {{controls}}). The link may be incomplete: this does not prove that the review was not shown.',
  'follows.hidden':
    'The review was not shown at that time. No load of its page ({{reviews}}) showed it, each in a fresh browser of its own without an account. Directly after them other reviews, the controls, were shown in full (loads {{controls}}), so the page worked.',
  'follows.record':
    'The service made these files as the record of the client {{client}}, from {{from}} to {{to}}.',
  'follows.reason': 'Reason: {{reason}}',
  'time.made': '{{at}} by the clock of the service ({{utc}} UTC).',
  'time.none': 'There is no time stamp of an independent authority.',
  'time.failed': 'The authority issued no time stamp: {{why}}.',
  'time.unchecked':
    'The pack has a time stamp of {{authority}} (file timestamp.tsr). This page does not check it: “place-lookup verify-evidence” or “openssl ts -verify” does.',
  'limits.hidden':
    'Who or what caused that the review is not shown, and whether it will return. “Not visible” does not mean “deleted”. The signature says that nobody changed the pack later; it does not replace a person who vouches for the key.',
  'limits.record':
    'Whether what the record says is right. The signature says that nobody changed the files later; it does not replace a person who vouches for the key.',
  'limits.visible':
    'Whether the review was shown before or after. The signature says that nobody changed the pack later; it does not replace a person who vouches for the key.',
  'fact.place': 'Place',
  'fact.author': 'Author of the review',
  'fact.link': 'Link',
  'fact.seen': 'The review as the requester claims to have seen it (not checked)',
  'fact.seenByWatch': 'The review as this service read it ({{on}})',
  loads: 'Page loads ({{count}})',
  'load.number': 'No.',
  'load.what': 'What was loaded',
  'load.when': 'When',
  'load.outcome': 'Result',
  'purpose.review': 'Review',
  'purpose.control': 'Control review',
  'purpose.place': 'Page of the place',
  'purpose.place_name': 'Name of the place',
  'outcome.shown': 'shown',
  'outcome.absent': 'not shown',
  'outcome.other_place': 'page of another place',
  'outcome.read': 'read',
  'outcome.failed': 'no result',
  'offline.choose':
    'If this page lies in the folder of an unpacked pack, choose the ZIP file that the folder came from. Not sure where this page is from? Take it from the operator of the service, at its address: /console/sprawdz-dowod.html.',
  offline: 'Download this page as a file',
  'offline.about': '– to check without internet, and to hand out with the evidence.',
  empty:
    'The result of the check appears here. Download an evidence pack with the button "Evidence (ZIP)" beside a change or in the results of links.',
} as const;
