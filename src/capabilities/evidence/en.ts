export const en = {
  'report.kind': 'Technical record',
  'report.title.visible': 'A visible review',
  'report.title.hidden': 'A review that is not visible',
  'report.title.unclear': 'A link that shows no place',
  'report.shown': 'Google Maps showed this review to a signed-out visitor.',
  'report.shownWithoutStars': 'Google Maps showed this review to a signed-out visitor without stars.',
  'report.notShown': 'Google Maps did not show this review to a signed-out visitor.',
  'report.utc': 'Coordinated Universal Time (UTC)',
  'report.made': 'Who made this record, and when',
  'report.operator': 'Operator',
  'report.contact': 'Contact',
  'report.keyAddress': 'Address of the key',
  'report.notGiven': 'not given',
  'report.stamp': 'Time stamp',
  'report.stampNone':
    'None. Only the clock of the service states the time of the check; no independent authority confirms it.',
  'report.stampRequested':
    'The file timestamp.tsr, from the authority {{authority}}. It confirms a moment after the check.',
  'report.stampFailed':
    'None: the authority {{authority}} gave no time stamp. Only the clock of the service states the time of the check; no independent authority confirms it.',
  'report.about': 'What was checked',
  'report.link': 'Link',
  'report.leadsTo': 'Leads to',
  'report.place': 'Place',
  'report.placeIds': 'Ids of the place',
  'report.reviewId': 'Review id',
  'report.authorId': 'Author id',
  'report.review': 'Review',
  'report.author': 'Author',
  'report.stars': 'Stars',
  'report.date': 'Published',
  'report.edited': 'Edited',
  'report.dateUnknown': 'the exact date is not known',
  'report.dateWords': 'in the words of Google Maps: “{{words}}”, read on {{day}}',
  'report.text': 'Text',
  'report.notKnown': 'Author, stars and text are not known: the page did not show them.',
  'report.unknown': 'unknown',
  'report.starsOnly': '(no text)',
  'report.cut': '[the first {{shown}} of {{all}} characters; manifest.json has the whole text]',
  'report.ledger': 'According to earlier checks by this service (not shown by the pages in this pack)',
  'report.ledgerHow':
    'The service watches this review and read these data earlier. This pack does not hold the earlier pages.',
  'report.ledgerReadOn': 'Read like this on',
  'report.ledgerOn': 'Last seen on',
  'report.notices': 'What Google Maps says about this place (times in UTC)',
  'report.moreNotices': 'manifest.json has the other notices ({{count}}).',
  'report.loads': 'Pages loaded, in order',
  'report.subjects.review': 'This review',
  'report.subjects.control': 'Control review',
  'report.subjects.place': 'Page of a place',
  'report.subjects.place_name': 'Page of the place (for its name alone)',
  'report.outcomes.shown': 'shown',
  'report.outcomes.absent': 'not shown',
  'report.outcomes.other_place': 'page of another place',
  'report.outcomes.read': 'read',
  'report.outcomes.no_place': 'shows no place',
  'report.outcomes.failed': 'proves nothing',
  'report.inFull': 'in full',
  'report.inFullCovered': 'in full (covered here for privacy)',
  'report.noPicture': 'No picture. manifest.json has the reason.',
  'report.covered':
    'The names, pictures and reviews of other people are covered in the pictures. The other files hold the pages as received.',
  'report.notCovered': 'Nothing is covered in the pictures.',
  'report.how': 'How it was checked',
  'report.howVisible':
    'The service place-lookup opened the link in a browser, signed out, and saw this review. It recognised the review by its identifier, or by its author and place.',
  'report.howAbsent':
    'The service place-lookup opened the link in a browser, signed out, each time anew. Loads in which the page answered properly and did not show the review: {{loads}}. At the end, and as a rule also in between, the service opened another review that is known to be visible in the same way. Loads in which it saw that review in full: {{controls}}. This is how the service tells a missing review from a disturbance.',
  'report.contexts':
    'Each load without the review had a new browser profile of its own. manifest.json has the ids of the profiles and the names of their cookies.',
  'report.controlsMissing':
    'Controls that were not shown in full, or were skipped: {{count}}. manifest.json lists them.',
  'report.nameLoad':
    'The page of the place was opened in addition, only to state its name. The verdict does not rest on it.',
  'report.noGlyph':
    'The fonts of this document lack some characters. Their Unicode numbers stand in brackets instead:',
  'report.saysGone': 'Each time, the page itself said that the review is no longer available.',
  'report.software':
    'Version of the service: {{service}}, version of Chromium: {{chromium}}, language of the pages: {{language}}.',
  'report.notProven': 'What this record does not prove',
  'report.limitsAbsent':
    'It does not prove that the review ever existed.\nIt does not say who or what keeps the review from being shown, why, or since when.',
  'report.limitsVisible': 'It does not mean that the review stays visible or counts towards the rating.',
  'report.limits':
    'It does not say what others see, such as signed-in visitors. It holds only for the times given.\nIt is a technical record. It is no legal opinion and no expert opinion.',
  'report.verify': 'How to verify it',
  'report.verifyHow':
    'The file sprawdz-dowod.html in the pack opens in a browser and checks the ZIP file without commands and without a network. Whoever doubts the sender takes this page from the operator of the service: {{page}}. The file verify.txt describes each step with the commands sha256sum and openssl. The program place-lookup: place-lookup verify-evidence FILE.zip --public-key KEY.pem.\nThe file manifest.json is signed. It holds the hashes of all files, also of this one. If the pack has a file timestamp.tsr, the manifest has a time stamp, too.',
  'report.key':
    'Signed with a key (Ed25519) that the service publishes. Compare it with the key from its operator:',
  'report.keyAt':
    'Signed with a key (Ed25519) that the service publishes at {{address}}. Compare it with the key from its operator:',
  'report.hashes': 'Hashes (SHA-256) of pictures and answers. The other hashes are in sha256sums.txt.',
  'file.verify': 'verify.txt',
  'file.report': 'report.pdf',
  cover: "Another person's review (covered)",
  'bar.local': 'local time',
  'bar.bar': 'Bar added by place-lookup. The picture of the page begins below the black line.',
  'bar.cut': 'The page is longer: the picture shows its beginning.',
  'verify.title': 'HOW TO VERIFY THIS EVIDENCE PACK',
  'verify.what':
    'This pack is a technical record of what Google Maps showed at a certain time. Without that page, commands check it: unpack the ZIP file, open a terminal in the new folder, and run them. They need sha256sum and OpenSSL 3, but no network and no account.',
  'verify.files': '1. No file was changed. Every line must end with "OK".',
  'verify.others':
    'A file that {{sums}} does not name is not part of the record. Only the list itself, manifest.json, signature.json and timestamp.tsr are not in it.',
  'verify.manifest': '2. The manifest names this list. The command must print 1.',
  'verify.signed':
    '3. The manifest is signed. The last command must print "Signature Verified Successfully".',
  'verify.key':
    '4. The signature is by the key of the service. Anybody can sign with a key of their own: compare both outputs with the key that the operator of the service publishes at /api/evidence-key. This pack was signed with the key',
  'verify.stamp':
    '5. Only if there is a file timestamp.tsr, which shows that an independent authority has seen the manifest at a certain time. ca.pem is the certificate of that authority, from its own website. The first command must print "Verification: OK", the second command shows the time. If a certificate has expired since, add -attime and the time of the stamp in seconds since 1970 to the first command.',
  'verify.page':
    'The simplest way: open the file sprawdz-dowod.html of this pack in a browser, and choose the whole, original ZIP file in it. The page works without a network and sends nothing. If you doubt the person who gave you the pack, do not use the page in the pack: take it from the operator of the service (in the console: Evidence, "Download this page as a file"), at',
  'verify.all':
    'All of this at once, if you have place-lookup. --public-key and --ca name the files with the key of the service and with the certificate of the authority.',
} as const;
