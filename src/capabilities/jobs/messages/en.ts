export const en = {
  someLinkTooLong: 'One of the links is longer than {{most}} characters. Copy it again, without other text.',
  parameterBesideBody:
    'The parameter "{{name}}" in the query belongs to uploads. Send it as a field of the JSON body.',
  fieldOutOfRange: '"{{name}}" must be a whole number from {{least}} to {{most}}.',
  afterInvalid: '"after" must be the "position" of a result, or 0.',
  formatInvalid: '"format" must be ndjson, csv or xlsx.',
  listNameInvalid: '"name" must be a text of 1 to {{most}} characters.',
  idempotencyKeyReused: 'This Idempotency-Key was used before for another request.',
  idempotencyKeyInvalid: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
  listEmpty: 'The list is empty: send at least one link.',
  jobTooManyLinks: 'A list of the type {{type}} has at most {{most}} links. Send the list in parts.',
  jobNotEnded: 'The job has not ended: a table ({{format}}) needs all results.',
  tooManyRowsForXlsx: 'The table has {{rows}} rows, but XLSX allows at most {{most}}. Use format=csv.',
  uploadTypeUnknown: 'Send the list with one of these as Content-Type: {{types}}.',
  uploadTooLarge: 'The body is larger than {{most}}. Send the list in parts.',
  uploadStopped: 'The upload stopped before the end of the list. Send it again.',
  jobTypeMissing: 'Give "type" in the query. "type" must be one of {{types}}.',
  jobTypeUnknown: '"type" must be one of {{types}}.',
  jobTypeAndUrlsNeeded: 'Send {"type": "…", "urls": [...]} with at least one link.',
  parametersOnlyForLists:
    '"max_pages", "min_stars", "max_stars" and "since" are only for the type place-reviews.',
  uploadEncodingUnknown:
    'The encoding of the list is unknown. Save the list as "CSV UTF-8" and send it again.',
  lineEmpty: 'The line is empty.',
  lineTooLong: 'The line is longer than {{most}} characters.',
  lineWithControlCharacters: 'The line holds control characters.',
  lineNotJson: 'The line is not valid JSON.',
  lineWithoutText: 'The line must be a JSON string, or an object with a text in one of: {{names}}.',
  lineWithoutLink: 'The line has no link.',
  rowTooLong:
    'Line {{line}} has {{count}} characters besides its link, but at most {{most}} are allowed. Leave columns out, or send the links alone as text/plain.',
  tooManyColumns:
    'The list has {{count}} columns, but at most {{most}} are allowed. Leave columns out, or send the links alone as text/plain.',
  headingsTooLong:
    'The headings have more than {{most}} characters. Leave columns out, or send the links alone as text/plain.',
  listTooLongForJob: 'This list of reviews is too long for a job. Ask for fewer pages (max_pages).',
  uploadsAtOnce:
    'One client may send at most {{most}} uploads of jobs at once. Try again when an upload has ended.',
  resultReadersAtOnce:
    'One client may read the results of jobs in at most {{most}} requests at once. Try again when one of these requests has ended.',
  jobsWithoutDatabase:
    'This installation keeps no data, so it does not support jobs. The operator can enable them with a folder (DATA_DIR) or PostgreSQL (DATABASE_URL).',
  jobsOnlyOnThisMachine:
    'Without API keys, this service has jobs only for clients on its own machine. The operator can configure keys (API_KEYS).',
  jobsDatabaseFails: 'The database of jobs cannot be used at the moment. Try again shortly.',
  jobNotFound: 'You have no job with this id, or its results have expired.',
  tooManyOpenLinks:
    'You may have at most {{most}} open links in your jobs; without this list you have {{open}}. Wait until links have results, or cancel a job.',
  jobsDiskFull:
    'The disk of the service is nearly full, so it takes no job now. Delete jobs that have ended, or try again later.',
  resultDamaged: 'The stored result is damaged. Send its link again in another job.',
  clientGoneInUpload: 'The client closed the connection during its upload.',
} as const;
