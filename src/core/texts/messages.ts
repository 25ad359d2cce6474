/** Every message of the service: its id, and the English text that the service sends. `{{name}}` stands for a value. */
export const MESSAGES = {
  // Identifiers
  notAPlaceId:
    'This is not a Place ID. A Place ID starts with "ChIJ" and has 27 letters, digits, "-" or "_", case-sensitive. The form 0x..:0x.. is accepted too.',
  placeIdInvalid:
    'This is not a valid Place ID. A Place ID starts with "ChIJ" and has 27 letters, digits, "-" or "_", case-sensitive.',
  placeIdCaseChanged:
    'Upper and lower case were changed in this Place ID, so it names no place. Copy it again: it starts with "ChIJ".',
  notAFeatureId:
    'This is not a valid feature id. A feature id looks like 0x<1-16 hex digits>:0x<1-16 hex digits>.',
  neitherPlaceNorCid: 'This identifier names no place and contains no CID.',
  placeIdWithoutCid:
    'This Place ID contains no CID: only Place IDs that start with "ChIJ" contain a CID. Look the place up with /all instead.',
  notACid: 'A CID is a number of 14 to 20 decimal digits, such as {{example}}.',
  cidNegative: 'A CID has no minus sign. Send it as an unsigned number: {{cid}}.',
  cidDigits: 'A CID has 14 to 20 decimal digits; this number has {{digits}}.',
  cidOutOfRange: 'A CID lies between 1 and {{most}}; this number is outside that range.',
  nameNotAccepted: 'A name is not accepted here. Use a Place ID, a feature id, a CID or a link.',
  // Queries
  queryEmpty: 'The query is empty; send a place name, a map link, a Place ID or a CID.',
  queryTooLong:
    'The query is longer than {{most}} characters; send only the link, the identifier or the name.',
  queryInvisible: 'The query holds no visible character; send the name of a place.',
  // Links
  placeLinkNotToMaps:
    'The link does not lead to Google Maps; send a Google Maps link or the name of the place.',
  reviewLinkNotToMaps:
    'The link does not lead to Google Maps. Open the review, choose "Share" and send that link.',
  linkNotToMaps: 'The link does not lead to Google Maps.',
  linkToForeignHost: 'The link leads to {{host}}, which is not a host of the map provider.',
  linkToNoHost: 'The link leads to an address without a host.',
  linkNotAUrl: 'The link is not a valid URL.',
  linkTooLong: 'The link is longer than {{most}} characters.',
  someLinkTooLong: 'A link is longer than {{most}} characters.',
  linkUnreadable: 'The link cannot be read; copy it whole, starting with https://.',
  linkWithBackslash: 'The link holds a backslash; links are written with forward slashes.',
  linkWithUserName: 'The link holds a user name before the host; remove it.',
  linkWithInvisibleCharacters: 'The link holds control or invisible characters; paste it again as one line.',
  linkWithPort: 'The link contains a port number; links to Google Maps have no port number.',
  linkHostMisspelled:
    'The host of the link is spelled in an unusual way; copy the link from Google Maps again.',
  linkSchemeRefused:
    'Links that start with "{{scheme}}:" are not accepted; send an https link to Google Maps.',
  placeLinkNotALink: 'This is not a link; send an https link to Google Maps.',
  reviewLinkNotALink: 'This is not a link. Open the review, choose "Share" and send that link.',
  linkWithoutPlace: 'The link does not name a place; open the place in Google Maps and copy its link.',
  linkToBareMap: 'The link shows only the map, not a place; open the place and copy its link.',
  linkToCoordinates: 'The link holds only coordinates, not a place; send the link of the place itself.',
  linkToEmptySearch: 'The link is a search without any words; add a name to it or send the name itself.',
  placeIdOfLinkInvalid: 'The Place ID in the link is not valid; copy the link again.',
  cidOfLinkInvalid: 'The CID in the link is not a number from 1 to 2^64-1.',
  linkToDirections:
    'This is a link to directions that do not lead to exactly one place; open the place and copy its link.',
  linkForwards:
    'The link leads to {{host}}, which only forwards to another page. Open it and copy the link of the page in Google Maps.',
  severalSubjects:
    'The text names two different links or identifiers, {{one}} and {{other}}; send one of them.',
  linkToList: 'This is a link to a list or a personal map, not to a place; open the place and copy its link.',
  linkToProfile: "This is a link to a contributor's profile, not to a place.",
  linkToReview:
    'This is a link to a review, not to a place; use /review-details or /review-visibility for it.',
  consentWithoutPlace:
    'This is a link to a consent page that does not lead to a place; copy the link of the place.',
  consentWithoutReview:
    'This is a link to a consent page that does not lead to a review. Open the review, choose "Share" and send that link.',
  linkToPlace:
    'This is a link to a place, not to a review. Open the review, choose "Share" and send that link.',
  linkWithoutReview: 'This link does not name a review. Open the review, choose "Share" and send that link.',
  linkCutAtReview:
    'The link is cut off: the part that names the review is missing. Open the review, choose "Share" and send that link.',
  linkCutAtPlace:
    'The link is cut off: the part that names the place is missing. Open the review, choose "Share" and send that link.',
  linkCutAtEnd:
    'The link is cut off: its end is missing. Open the review, choose "Share" and send that link.',
  // Share links
  notAShareLink: 'This short link is not a share link of a place; copy it again from the map.',
  shareLinkWithoutPlace: 'This share link does not lead to a place.',
  shareLinkWithoutReview: 'This share link does not lead to a review.',
  shareLinkToForeignHost: 'The share link leads to {{host}}, which is not a host of the map provider.',
  shareLinkToNoHost: 'The share link leads to an address without a host.',
  shareLinkToNoUrl: 'The share link leads to something that is not a URL.',
  // Access
  foreignOrigin:
    'The request comes from another web site, which is not allowed to use this service. The operator can allow it in CORS_ORIGINS.',
  foreignHost:
    'This service does not answer to the host "{{host}}". The operator can allow it in ALLOWED_HOSTS.',
  // Requests that do not have the expected form
  notHttp: 'This is not a valid HTTP request, its URL or headers are too long, or it was sent too slowly.',
  jsonNeeded: 'Send a JSON object with the header Content-Type: application/json.',
  jsonRpcNeeded: 'Send one JSON-RPC 2.0 message as a JSON object; a list of messages is not accepted.',
  bodyCompressed: 'Send the body uncompressed, without a Content-Encoding header.',
  bodyTooLarge: 'The body is larger than {{most}}.',
  bodyNotJson: 'The body is not a valid JSON object.',
  bodyTooManyValues:
    'The body has more than {{most}} JSON values. Send the list in parts, or upload it line by line.',
  unknownParameter:
    'This endpoint has no parameter "{{name}}". The most similar parameter is "{{nearest}}"; all parameters: {{all}}.',
  noParameters: 'This endpoint has no query parameters: leave out "{{name}}".',
  keyInQuery:
    'The parameter "{{name}}" is refused: the service never reads a key from the URL, because logs keep URLs. Send the key as the header "X-API-Key" and replace it by a new one.',
  parameterBesideBody:
    'The parameter "{{name}}" in the query belongs to uploads. Send it as a field of the JSON body.',
  parameterRepeated: 'Give the parameter "{{name}}" only once.',
  parameterMissing: 'The parameter "{{name}}" is required: {{meaning}}.',
  parameterEmpty: 'The parameter "{{name}}" is empty: give {{meaning}}.',
  parameterOutOfRange: 'The parameter "{{name}}" must be a whole number from {{least}} to {{most}}.',
  fieldOutOfRange: '"{{name}}" must be a whole number from {{least}} to {{most}}.',
  notTrueOrFalse: '"{{name}}" must be true or false.',
  fieldNotAString: '"{{name}}" must be a JSON string: a number would lose digits.',
  fieldEmpty: '"{{name}}" is empty.',
  fieldTooLong: '"{{name}}" is longer than {{most}} characters.',
  starsReversed: '"min_stars" must not be greater than "max_stars".',
  cidOrPlaceId: 'Send exactly one of "cid" and "place_id".',
  unknownField: 'Unknown field: {{names}}. Send exactly one of "cid" and "place_id".',
  reviewLinksNeeded: 'Send {"urls": [...]} with 1 to {{most}} review links.',
  ignoreInvalid: '"ignore" must be "provider".',
  quickOrLast: '"quick" starts a new run, "last" returns the last run: send only one of them.',
  afterInvalid: '"after" must be the "position" of a result, or 0.',
  formatInvalid: '"format" must be ndjson, csv or xlsx.',
  langInvalid: '"lang" must be pl or en.',
  // Jobs
  idempotencyKeyReused: 'This Idempotency-Key was used before for another request.',
  idempotencyKeyInvalid: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
  listEmpty: 'The list is empty: send at least one link.',
  jobTooManyLinks: 'A job of the type {{type}} has at most {{most}} links. Send the list in parts.',
  jobNotEnded: 'The job has not ended: a table ({{format}}) needs all results.',
  tooManyRowsForXlsx: 'The table has {{rows}} rows, but XLSX allows at most {{most}}. Use format=csv.',
  uploadTypeUnknown: 'Send the list with one of these as Content-Type: {{types}}.',
  uploadTooLarge: 'The body is larger than {{most}}. Send the list in parts.',
  uploadStopped: 'The upload stopped before the end of the list. Send it again.',
  jobTypeMissing: 'Give "type" in the query. "type" must be one of {{types}}.',
  jobTypeUnknown: '"type" must be one of {{types}}.',
  jobTypeAndUrlsNeeded: 'Send {"type": "…", "urls": [...]} with at least one link.',
  parametersOnlyForLists: '"max_pages", "min_stars" and "max_stars" are only for the type place-reviews.',
  uploadEncodingUnknown:
    'The encoding of the list is unknown. Save the list as "CSV UTF-8" and send it again.',
  columnUnknown: 'The list has no column "{{column}}". Give its heading or its number, counted from 1.',
  // Lines of a job's list
  lineEmpty: 'The line is empty.',
  lineTooLong: 'The line is longer than {{most}} characters.',
  lineWithControlCharacters: 'The line holds control characters.',
  lineNotJson: 'The line is not valid JSON.',
  lineWithoutText: 'The line must be a JSON string, or an object with a text in one of: {{names}}.',
  linkCellEmpty: 'The cell for the link is empty.',
  recordWithoutLink: 'No cell of the record is a link.',
  lineWithoutLink: 'The line has no link.',
  cellTooLong: 'The line has a cell of more than {{most}} characters.',
  rowTooLong:
    'Line {{line}} has {{count}} characters besides its link, but at most {{most}} are allowed. Leave columns out, or send the links alone as text/plain.',
  tooManyColumns:
    'The list has {{count}} columns, but at most {{most}} are allowed. Leave columns out, or send the links alone as text/plain.',
  headingsTooLong:
    'The headings have more than {{most}} characters. Leave columns out, or send the links alone as text/plain.',
  listTooLongForJob: 'This list of reviews is too long for a job. Ask for fewer pages (max_pages).',
  // Evidence packs
  evidenceLinksNeeded:
    'Send {"links": [...]} with 1 to {{most}} review links, each a text or {"url": ..., "seen": ...}, and optionally "lang" and "blur".',
  seenFields: '"seen" is an object with any of author, rating, text and on.',
  seenOnInvalid:
    '"{{name}}" must be a day such as 2026-10-05, or a time with its zone such as 2026-10-05T08:05:00Z.',
  lengthOutOfRange: '"{{name}}" must be one text of {{least}} to {{most}} characters.',
  // Channels of the watch
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
  mailOff: 'This service sends no e-mails: its operator has not set SMTP_URL and MAIL_FROM.',
  mailboxInvalid: 'This is not a valid e-mail address. A valid address looks like name@example.com.',
  mailDomainNotAllowed:
    'E-mails to {{domain}} are not allowed here. The operator can add this domain to MAIL_DOMAINS.',
  mailLimit: 'All e-mails of this day are sent (MAILS_PER_OWNER, MAILS_PER_DAY). More are sent tomorrow.',
  tooManyCodes:
    'No e-mail with a code can be sent to this mailbox today: a mailbox gets at most 3 in a day, or the e-mails of the day are used up (MAILS_PER_OWNER, MAILS_PER_DAY).',
  tooManyTests: 'A channel is tested at most 5 times in a day.',
  codeNotSent: 'The e-mail with the code could not be sent, so the channel was not added: {{error}}.',
  codeWrong: 'This mailbox was sent an e-mail with a code. Send this code as code.',
  tooManyChannels: 'You may have at most {{most}} channels. Remove a channel first.',
  channelExists: 'You have a channel to this target already: {{id}}.',
  channelOptions:
    'A channel has the fields kind (webhook or email), target, pace (at_once, or daily for e-mail), lang (pl or en) and types (a list of event types); the request has an unknown field or an invalid value.',
  channelWaits: 'This channel waits (field held), so nothing is sent to it now.',
  onlyWebhooksHaveSecrets: 'Only a webhook has a secret; this channel is an e-mail address.',
  // The watch
  watchOptions:
    'A watch has the fields subject, interval_hours, label, note, evidence and legal_hold; the request has an unknown field or an invalid value.',
  watchChangeEmpty:
    'Send at least one of label, note, interval_hours, evidence, legal_hold and paused, and no other field.',
  watchListNeeded: 'Send {"watches": [...]} with 1 to {{most}} subjects.',
  watchFieldTooLong: 'The field "{{name}}" has at most {{most}} characters.',
  intervalInvalid: '"interval_hours" must be a number from {{least}} to {{most}}.',
  severalPlaces:
    'The name fits several places ({{count}} were found). Send the link or the Place ID of one of them.',
  tooManyWatches: 'You may have at most {{most}} watches (WATCH_LIMIT). Remove a watch first.',
  watchShareExceeded:
    'The checks of all watches would need {{needed}} of the {{available}} loads a day, and the operator allows {{percent}} % (WATCH_SHARE_PERCENT). Choose a longer interval, or pause or remove watches.',
  dayInvalid: 'The parameter "{{name}}" must be a day, YYYY-MM-DD.',
  periodReversed: 'The day in "from" must not come after the day in "to".',
  authorInvalid:
    'The field "author" must be the id of an author (digits), or a link to the author\'s profile (…/maps/contrib/<id>).',
  valueRefused:
    'The request has a text or a number that cannot be stored, such as a text with the character U+0000.',
  authorForgotten:
    'The link leads to a review by an author whose data you had deleted (POST /api/forget-author). The review cannot be watched.',
  watchPaused: 'The watch is paused, so its subject is not checked. Resume the watch first.',
  watchOnHold: 'The watch is on legal hold, so it cannot be removed. End the legal hold first.',
  cursorInvalid: 'The parameter "after" must be the value of "next" from an earlier answer.',
  notOneOf: 'The parameter "{{name}}" must be one of: {{values}}.',
  blurInvalid: '"blur" must be others or none.',
  // Identifiers
  cidOfAnotherPlace:
    'For this CID, the map provider shows a place with another CID, so no Place ID can be given.',
  // Share links
  shareLinkDead: 'This share link leads nowhere: it may be mistyped or no longer valid.',
  shareLinkInCircle: 'The share link redirects in a circle.',
  shareLinkTooManyHops: 'The share link redirects more than {{most}} times.',
  shareLinkUnanswered: 'The host of the share link did not answer.',
  shareLinkHostFails: 'The host of this share link does not answer properly. Try again shortly.',
  shareLinkRefused: 'The map provider refuses to open this share link.',
  shareLinkStatus: 'The map provider answered the share link with status {{status}}. Try again later.',
  // The map provider
  providerUnreachable: 'The map provider could not be reached. Try again shortly.',
  providerUnreachableForLonger: 'The map provider could not be reached. Try again later.',
  providerFails: 'The map provider did not answer properly. Try again shortly.',
  providerBlocks:
    'The map provider limits automatic visits from this address at the moment. Wait before asking again.',
  noSuchPlace: 'The map provider shows no such place.',
  noPlaceForQuery: 'The map provider shows no place for this query.',
  noListOfReviews: 'The map provider shows no list of reviews of this place at the moment. Try again later.',
  listRefused: 'The map provider refuses to list reviews at the moment. Wait before asking again.',
  listFailed: 'The map provider did not list the reviews. Try again shortly.',
  controlNotShown:
    'At the moment, the map provider does not even show a review or place that is known to be visible. The service therefore gives no negative answer. Try again later.',
  controlRecovering:
    'A short while ago, the map provider did not show a review or place that is known to be visible. The service gives negative answers again after three good controls. Try again later.',
  placeDisturbed:
    'At the moment, the map provider does not show this place and its reviews as usual. The service therefore gives no negative answer about this place. Try again later.',
  noControl:
    'The service found no review or place that is known to be visible. Without such a control, it gives no negative answer. Name reviews in CONTROL_REVIEWS, or places in CONTROL_PLACES.',
  // Access
  keyMissing:
    'This service needs an API key. Send the key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
  keyInvalid:
    'This API key is not valid. Send a valid key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
  twoKeys:
    'The request has two different API keys. Send only one key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
  keyExpired:
    'This API key has expired. Send a valid key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
  keyOutOfScope:
    'This API key is not valid for this part of the service. Send a valid key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
  keyNotOfOperator:
    'This part of the service needs the key of an operator. Send the key as the header "X-API-Key: <key>" or "Authorization: Bearer <key>".',
  pointsUsedUp:
    'This request costs {{cost}} of your {{most}} points for a minute, but only {{left}} points are left. Try again in {{seconds}} s.',
  listsAtOnce:
    'One client may read at most {{most}} lists of reviews at once ({{setting}}). Try again when a list has ended.',
  bulkChecksAtOnce:
    'One client may run at most {{most}} bulk checks at once ({{setting}}). Try again when a bulk check has ended.',
  uploadsAtOnce:
    'One client may send at most {{most}} uploads of jobs at once ({{setting}}). Try again when an upload has ended.',
  resultReadersAtOnce:
    'One client may read the results of jobs in at most {{most}} requests at once ({{setting}}). Try again when one of these requests has ended.',
  allClientsAtOnce:
    'At most {{most}} {{kind}} of all clients together may run at once ({{setting}}). Try again shortly.',
  // The service
  noSuchEndpoint: 'There is no endpoint {{method}} {{path}}.',
  apiSwitchedOff: 'The API is switched off at the moment.',
  shuttingDown: 'The service is shutting down. Try again shortly.',
  unexpectedFailureWithId: 'The service failed in an unexpected way. The request id helps to find the cause.',
  unexpectedFailure: 'The service failed in an unexpected way.',
  notReadyInTime: 'The answer was not ready in time. Try again later.',
  tooManyWaiting: 'Too many requests are waiting already. Try again shortly.',
  browserUnavailable: 'The browser behind this service is not available. Try again shortly.',
  browserStarting: 'The browser behind this service is starting and not ready yet. Try again shortly.',
  // Jobs
  dataFolderFails:
    'The service cannot write to its data folder (DATA_DIR), so it has no jobs, watches and evidence packs. The system reports {{reason}}.',
  watchPartExceeded:
    'The checks of your watches would need {{needed}} loads a day, and your part is {{most}}: the operator allows {{percent}} % of {{available}} loads for watches (WATCH_SHARE_PERCENT), and {{owners}} owners share them. Choose a longer interval, or pause or remove watches.',
  watchJustChecked:
    'The subject was checked less than {{minutes}} minutes ago. Retry-After says when it can be checked again.',
  jobsWithoutDatabase:
    'This installation keeps no data, so it does not support jobs. The operator can enable them with a folder (DATA_DIR) or PostgreSQL (DATABASE_URL).',
  jobsOnlyOnThisMachine:
    'Without API keys, this service has jobs only for clients on its own machine. The operator can configure keys (API_KEYS), or allow jobs for everybody (JOBS_WITHOUT_KEYS).',
  jobsDatabaseFails: 'The database of jobs cannot be used at the moment. Try again shortly.',
  watchWithoutDatabase:
    'This installation keeps no data, so it does not watch subjects. The operator can enable watches with a folder (DATA_DIR) or PostgreSQL (DATABASE_URL).',
  watchOnlyOnThisMachine:
    'Without API keys, this service watches subjects only for clients on its own machine. The operator can configure keys (API_KEYS), or allow watches for everybody (JOBS_WITHOUT_KEYS).',
  watchDatabaseFails: 'The database of the watch cannot be used at the moment. Try again shortly.',
  evidenceFolderFails: 'The folder of evidence packs cannot be used at the moment. Try again shortly.',
  watchNotFound: 'You have no watch, event or channel with this id.',
  ownerNotFound: 'There is no owner with this id.',
  ownerWithoutKey:
    'Everything can be handed over only to another owner that has a usable key: key <name> or team <team>, or everybody where no keys are configured.',
  watchExists: 'You watch this subject already: watch {{id}}.',
  jobNotFound: 'You have no job with this id, or its results have expired.',
  tooManyOpenJobs:
    'You may have at most {{most}} open jobs (JOBS_PER_KEY). Try again when a job has ended, or cancel a job.',
  tooManyLinksKept:
    'All your jobs, including ended jobs, may hold at most {{most}} links together (JOB_LINKS_PER_KEY); without this list they hold {{kept}}. Wait until results expire, or delete jobs that have ended: DELETE /api/jobs/{id}?delete_ended=true.',
  tooManyBytesKept:
    'All your jobs, including ended jobs, may take at most {{most}} bytes together (JOB_BYTES_PER_KEY); without this list they take {{kept}}. Wait until results expire, or delete jobs that have ended: DELETE /api/jobs/{id}?delete_ended=true.',
  tooManyBytesOfAllClients:
    'The jobs of all clients may take at most {{most}} bytes together (JOB_BYTES). Try again when results have expired.',
  jobsDiskFull: 'There is no room for jobs at the moment. Delete jobs that have ended, or try again later.',
  // Evidence packs
  evidenceWithoutKey:
    'This service makes no evidence packs: its operator has not set EVIDENCE_KEY_FILE, the file with the signing key.',
  evidenceKeyUnusable:
    'Evidence packs cannot be signed: the file of the signing key cannot be used. The log of the service says why.',
  evidenceLoadsUsedUp:
    'The verdict was not proven within {{most}} page loads, so there is no evidence pack. Try again later.',
  packsAtOnce:
    'One client may ask for at most {{most}} evidence packs or lists of packs at once ({{setting}}). Try again when one of these requests has ended.',
  // Lines of a job's list
  resultDamaged: 'The stored result is damaged. Send its link again in another job.',
  // Reasons why the service stops its work. By then no client waits for an answer: only the log has these messages.
  answerComplete: 'The answer is complete: no client waits for more of it.',
  clientGone: 'The client closed the connection before the answer was ready.',
  clientGoneInUpload: 'The client closed the connection during its upload.',
  nobodyWaits: 'Nobody waits for this answer any more.',
  notAsked: 'The run ended before this entry was asked.',
  runOver: 'The run reached its time limit.',
  commandEnded: 'The command was ended.',
} as const satisfies Readonly<Record<string, string>>;

/** The id of a message without a place in the list: a text that an earlier version stored. */
export const OTHER = 'other' as const;

export type MessageId = keyof typeof MESSAGES;
type Filled = Readonly<Record<string, string>>;

/** A message of the service, as errors keep it. */
export interface Message {
  readonly id: MessageId | typeof OTHER;
  readonly values: Filled;
  /** The English text with its values. */
  readonly text: string;
}

/** The stable name of a message, as it is published: its id in snake_case. */
export const reasonOf = (id: Message['id']): string =>
  id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A message as error bodies have it. */
export const published = ({ id, values, text }: Message) => ({ message: text, reason: reasonOf(id), values });

type Value = string | number | bigint;

/** The names of the values in a text. */
type NamesIn<Text extends string> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type ValuesOf<Id extends MessageId> = Readonly<Record<NamesIn<(typeof MESSAGES)[Id]>, Value>>;
type Values<Id extends MessageId> = keyof ValuesOf<Id> extends never ? [] : [ValuesOf<Id>];

const PLACEHOLDER = /\{\{([a-z]+)\}\}/g;

const filled = (text: string, values: Filled): string =>
  text.replace(PLACEHOLDER, (placeholder, name: string) => values[name] ?? placeholder);

/** A message with exactly the values that its text names. */
export function message<Id extends MessageId>(id: Id, ...values: Values<Id>): Message;
export function message(id: MessageId, given: Readonly<Record<string, Value>> = {}): Message {
  const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
  return { id, values, text: filled(MESSAGES[id], values) };
}

declare const isRefusal: unique symbol;
/** A message as a text, because zod keeps only texts. */
export type RefusalText = string & { readonly [isRefusal]: true };

const MARK = 'message:';

/** A message for a schema of zod. Only `validate` reads it back. */
export function refusal<Id extends MessageId>(id: Id, ...values: Values<Id>): RefusalText {
  return `${MARK}${JSON.stringify(message<Id>(id, ...values))}` as RefusalText;
}

/** Reads the message of a schema back. A text that is not from `refusal` becomes a message without an id. */
export function readRefusal(text: string): Message {
  if (!text.startsWith(MARK)) return { id: OTHER, values: {}, text };
  return JSON.parse(text.slice(MARK.length)) as Message;
}

/** A message as its client has it. Answers of earlier versions have only the text. */
export interface ReceivedMessage {
  readonly message: string;
  readonly reason?: string | undefined;
  readonly values?: Filled | undefined;
}

/** A message from the texts of another language; null if they lack its reason, or the message lacks one of their values. */
export function translated(
  texts: Filled,
  { reason = OTHER, values = {} }: Omit<ReceivedMessage, 'message'>,
): string | null {
  const id = reason.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const text = Object.hasOwn(texts, id) ? texts[id] : undefined;
  const names = [...(text?.matchAll(PLACEHOLDER) ?? [])].map(([, name = '']) => name);
  const isComplete = names.every((name) => Object.hasOwn(values, name));
  return text !== undefined && isComplete ? filled(text, values) : null;
}
