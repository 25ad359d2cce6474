export const en = {
  'flaw.verdict_contradicts_reason': 'the verdict and its reason contradict each other',
  'flaw.too_few_absences': 'at least two loads without the review are needed',
  'flaw.reasons_differ': 'the loads have another reason than the verdict',
  'flaw.review_shown': 'a load shows the review',
  'flaw.review_in_data': 'the data of a load hold the review',
  'flaw.same_context': 'loads without the review shared a browser profile',
  'flaw.no_control': 'no control was shown in full after a load without the review',
  'flaw.control_of_other_form':
    'an absence or its control was not loaded by an address that is built from ids, or the two differ in form',
  'flaw.controls_missing':
    'controls of this place were not shown, so the place itself may have been disturbed',
  'flaw.no_place_page':
    'the page of the place is not among the loads, and not all pages say that the review is gone',
  'flaw.not_shown_in_full': 'the page did not show the review in full after its picture was taken',
  'flaw.no_picture': 'there is no picture of the page with the review',
  'problem.not_a_zip': 'This is not a whole ZIP file.',
  'problem.zip_form':
    'This ZIP has another form than the files of the service, so other programs may see other files in it. It was packed anew, or changed. {{subject}}',
  'problem.not_read': 'The file could not be read, so it was not checked. Choose it again.',
  'problem.too_large':
    'The file is too large, so it was not unpacked. If it has packs inside, unpack it and choose them one by one. {{subject}}',
  'problem.path_outside': 'The path is not allowed: {{subject}}',
  'problem.duplicate_name': 'Two files with the same name: {{subject}}',
  'problem.not_a_file': 'Not a plain file: {{subject}}',
  'problem.unreadable_file': 'The file is damaged or was changed: {{subject}}',
  'problem.no_manifest': 'This is not an evidence pack: there is no manifest.json.',
  'problem.manifest_invalid': 'manifest.json is not valid: {{subject}}',
  'problem.file_missing': 'A file is missing: {{subject}}',
  'problem.file_added': 'The manifest does not name this file: {{subject}}',
  'problem.file_changed': 'The file differs from its entry in the manifest: {{subject}}',
  'problem.signature_missing': 'The signature is missing: {{subject}}',
  'problem.signature_unreadable': 'The signature cannot be read: {{subject}}',
  'problem.signature_invalid': 'The signature does not fit the manifest: {{subject}}',
  'problem.signature_other_manifest': 'The signature belongs to another manifest: {{subject}}',
  'problem.key_other': 'Signed by another key: {{subject}}',
  'problem.stamp_missing': 'The time stamp is missing: {{subject}}',
  'problem.stamp_unexpected': 'The manifest does not name this time stamp: {{subject}}',
  'problem.stamp_unreadable': 'The time stamp cannot be read: {{subject}}',
  'problem.stamp_refused': 'The authority refused the time stamp: {{subject}}',
  'problem.stamp_other_manifest': 'The time stamp belongs to another manifest: {{subject}}',
  'problem.stamp_invalid': 'The signature of the time stamp is not valid: {{subject}}',
  'problem.stamp_not_an_authority': 'The certificate is not made for time stamps: {{subject}}',
  'problem.stamp_expired':
    'The certificate of the authority was not valid at the time of the stamp: {{subject}}',
  'problem.stamp_untrusted':
    'The authority of the time stamp is not trusted: {{subject}}. Name its certificate with --ca.',
  'problem.clock_differs_from_stamp':
    'The clock of the service differs by more than 5 minutes from the time stamp: {{subject}}',
  'problem.made_in_future':
    'The time of the pack is in the future: {{subject}}. The clock of the service or of this machine is wrong.',
  'problem.times_out_of_order': 'The times in the manifest contradict each other: {{subject}}',
  'problem.verdict_not_supported': 'The verdict does not follow from the loads: {{subject}}',
  flawOfLoads: '{{flaw}} (loads: {{loads}})',
  notAKey: '{{key}}: this is not a public Ed25519 key (PEM).',
  noCertificates: '{{ca}}: the file has no certificates (PEM).',
  notValid: '{{file}}: the pack is not valid.',
  record:
    '✓ Record of the client {{client}}, {{from}} to {{to}}: the files are as the service signed them. The signature does not prove that their content is right.',
  files: '✓ Files: {{files}}, all as in the manifest.',
  signedByGiven: '✓ Signed by the given key {{keyId}}.',
  signedByUnknown:
    '? Signed by the key {{keyId}}. Anybody can sign a pack with a key of their own: name the public key of the operator with --public-key.',
  valid: '{{file}}: the pack is valid. Made at {{made}}.',
  intact: '{{file}}: the pack is intact, but its signer is unknown. Made at {{made}}.',
  'follows.visible': '✓ The verdict follows from the loads: visible (load {{reviews}}).',
  'follows.unclear':
    '✓ The verdict follows from the loads: the link shows no place, {{reason}} (loads: {{reviews}}; controls: {{controls}}). The link may be incomplete: this does not prove that the review is not shown.',
  'follows.hidden':
    '✓ The verdict follows from the loads: not visible, {{reason}} (loads without the review: {{reviews}}; controls: {{controls}}).',
  noStampReason: ': the authority gave no time stamp ({{why}})',
  noStamp: '- The pack has no time stamp{{reason}}.',
  stamp: '✓ Time stamp: {{at}}, {{signer}}.',
  stampExpired: '! The certificate of the authority expired at {{end}}, after the time stamp.',
} as const;
