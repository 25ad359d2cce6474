export const en = {
  notAPlaceId:
    'This is not a Place ID. A Place ID starts with "ChIJ" and has 27 letters, digits, "-" or "_", case-sensitive. The form 0x..:0x.. is accepted too.',
  placeIdInvalid:
    'This is not a valid Place ID. A Place ID starts with "ChIJ" and has 27 letters, digits, "-" or "_", case-sensitive. Copy it again.',
  placeIdCaseChanged:
    'Upper and lower case or similar letters were changed in this Place ID, so it names no place. Copy it again: it starts with "ChIJ".',
  notAFeatureId:
    'This is not a valid feature id. A feature id looks like 0x<1-16 hex digits>:0x<1-16 hex digits>. Copy it again.',
  neitherPlaceNorCid:
    'This identifier names no place and contains no CID. Copy it again, or send a link to the place.',
  placeIdWithoutCid:
    'This Place ID contains no CID: only Place IDs that start with "ChIJ" contain a CID. Look the place up with /all instead.',
  notACid:
    'A CID is a number of 14 to 20 decimal digits, such as {{example}}. Copy the number again, or send a link to the place.',
  cidRounded:
    'A spreadsheet has rounded this CID: its last digits are lost. Copy it again into a cell formatted as text, or send a link to the place.',
  cidNegative: 'A CID has no minus sign. Send it as an unsigned number: {{cid}}.',
  cidDigits:
    'A CID has 14 to 20 decimal digits; this number has {{digits}}. Copy the number again, or send a link to the place.',
  cidOutOfRange:
    'A CID lies between 1 and {{most}}; this number is outside that range. Copy it again, or send a link to the place.',
  foreignNumber:
    'The number in "{{found}}" is not that of a place in Google Maps, but of something else, such as a review, a Business Profile, an account or an order. Send the link of the place, its Place ID (it starts with "ChIJ") or its CID.',
  nameNotAccepted: 'A name is not accepted here. Use a Place ID, a feature id, a CID or a link.',
  queryEmpty: 'The query is empty; send a place name, a map link, a Place ID or a CID.',
  queryTooLong:
    'The query is longer than {{most}} characters; send only the link, the identifier or the name.',
  queryInvisible: 'The query holds no visible character; send the name of a place.',
  placeLinkNotToMaps:
    'The link does not lead to Google Maps; send a Google Maps link or the name of the place.',
  reviewLinkNotToMaps:
    'The link does not lead to Google Maps. Open the review, choose "Share" and send that link.',
  linkNotToMaps: 'The link does not lead to Google Maps. Copy the link in Google Maps.',
  linkToForeignHost:
    'The link leads to {{host}}, which is not a host of Google Maps. Send a link from Google Maps.',
  linkToNoHost: 'The link leads to an address without a host. Copy the whole link again, from https:// on.',
  linkNotAUrl: 'The link is not a valid URL. Copy the whole link again, from https:// on.',
  linkTooLong: 'The link is longer than {{most}} characters. Copy it again, without other text.',
  linkUnreadable: 'The link cannot be read; copy it whole, starting with https://.',
  linkWithBackslash:
    'The link holds a backslash; links are written with forward slashes. Replace it, or copy the link again.',
  linkWithUserName: 'The link holds a user name before the host; remove it.',
  linkWithInvisibleCharacters: 'The link holds control or invisible characters; paste it again as one line.',
  linkWithPort:
    'The link contains a port number; links to Google Maps have no port number. Copy the link from Google Maps again.',
  linkHostMisspelled:
    'The host of the link is spelled in an unusual way; copy the link from Google Maps again.',
  linkSchemeRefused:
    'Links that start with "{{scheme}}:" are not accepted; send an https link to Google Maps.',
  placeLinkNotALink: 'This is not a link; send an https link to Google Maps.',
  reviewLinkNotALink: 'This is not a link. Open the review, choose "Share" and send that link.',
  linkWithoutPlace: 'The link does not name a place; open the place in Google Maps and copy its link.',
  linkToBareMap: 'The link shows only the map, not a place; open the place and copy its link.',
  linkToCoordinates: 'These are only coordinates, not a place; send the link or the name of the place.',
  linkToEmptySearch: 'The link is a search without any words; add a name to it or send the name itself.',
  placeIdOfLinkInvalid: 'The Place ID in the link is not valid; copy the link again.',
  cidOfLinkInvalid: 'The CID in the link is not valid; copy the link again.',
  linkToDirections:
    'This is a link to directions that do not lead to exactly one place; open the place and copy its link.',
  linkForwards:
    'The link leads to {{host}}, which only forwards to another page. Open it and copy the link of the page in Google Maps.',
  severalSubjects:
    'The text names two different links or identifiers, {{one}} and {{other}}; send one of them.',
  linkMayBeCut:
    'The link ends with digits, and {{number}} behind it may be its end or a number of its own; send the whole link alone.',
  linkToList: 'This is a link to a list or a personal map, not to a place; open the place and copy its link.',
  linkToOwnerPage:
    'This is a page that only the owner of a Business Profile sees. Open the place or the review in Google Maps, choose "Share" and send that link.',
  linkToReport:
    'This is the link to report a review, not to the review itself. Open the review, choose "Share" and send that link; in an answer of this service it is review_url.',
  linkWordsUnreadable:
    'The letters of the name in the link cannot be read; copy the link from Google Maps again, or send the name itself.',
  linkToProfile:
    "This is a link to a contributor's profile, not to a place. Open the place in Google Maps and copy its link.",
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
  notAShareLink: 'This short link is not a share link of a place; copy it again from the map.',
  shareLinkWithoutPlace:
    'This share link does not lead to a place. Open the place in Google Maps, choose "Share" and send that link.',
  shareLinkWithoutReview:
    'This share link does not lead to a review. Open the review, choose "Share" and send that link.',
  shareLinkToForeignHost:
    'The share link leads to {{host}}, which is not a host of Google Maps. Send a link from Google Maps.',
  shareLinkToNoHost: 'The share link leads to an address without a host. Copy it again.',
  shareLinkToNoUrl: 'The share link leads to something that is not a URL. Copy it again.',
  foreignOrigin:
    'The request comes from another web site, which is not allowed to use this service. The operator can allow it in CORS_ORIGINS.',
  foreignHost:
    'This service does not answer to the host "{{host}}". The operator can allow it in ALLOWED_HOSTS.',
  notHttp: 'This is not a valid HTTP request, its URL or headers are too long, or it was sent too slowly.',
  jsonNeeded: 'Send a JSON object with the header Content-Type: application/json.',
  bodyCompressed: 'Send the body uncompressed, without a Content-Encoding header.',
  bodyTooLarge: 'The body is larger than {{most}}.',
  bodyNotJson: 'The body is not a valid JSON object.',
  bodyTooManyValues:
    'The body has more than {{most}} JSON values. Send the list in parts, or upload it line by line.',
  unknownParameter: 'This endpoint has no parameter "{{name}}". Its parameters: {{all}}.',
  noParameters: 'This endpoint has no query parameters: leave out "{{name}}".',
  keyInQuery:
    'The parameter "{{name}}" is refused: the service never reads a key from the URL, because logs keep URLs. Send the key as the header "X-API-Key" and replace it by a new one.',
  parameterRepeated: 'Give the parameter "{{name}}" only once.',
  parameterMissing: 'The parameter "{{name}}" is required: {{meaning}}.',
  parameterEmpty: 'The parameter "{{name}}" is empty: give {{meaning}}.',
  parameterOutOfRange: 'The parameter "{{name}}" must be a whole number from {{least}} to {{most}}.',
  notTrueOrFalse: '"{{name}}" must be true or false.',
  fieldNotAString: '"{{name}}" must be a JSON string: a number would lose digits.',
  fieldEmpty: '"{{name}}" is empty.',
  fieldTooLong: '"{{name}}" is longer than {{most}} characters.',
  dayInvalid: 'The parameter "{{name}}" must be a day, YYYY-MM-DD.',
  starsReversed: '"min_stars" must not be greater than "max_stars".',
  cidOrPlaceId: 'Send exactly one of "cid" and "place_id".',
  unknownField: 'Unknown field: {{names}}. Send exactly one of "cid" and "place_id".',
  ignoreInvalid: '"ignore" must be "provider".',
  langInvalid: '"lang" must be pl or en.',
  cidOfAnotherPlace: 'For this CID, Google Maps shows a place with another CID, so no Place ID can be given.',
  shareLinkDead: 'This share link leads nowhere: it may be mistyped or no longer valid.',
  shareLinkInCircle: 'The share link redirects in a circle.',
  shareLinkTooManyHops: 'The share link redirects more than {{most}} times.',
  shareLinkUnanswered: 'The host of the share link did not answer.',
  shareLinkHostFails: 'The host of this share link does not answer properly. Try again shortly.',
  shareLinkRefused: 'Google Maps refuses to open this share link.',
  shareLinkStatus: 'Google Maps answered the share link with status {{status}}. Try again later.',
  providerUnreachable: 'Google Maps could not be reached. Try again shortly.',
  providerUnreachableForLonger: 'Google Maps could not be reached. Try again later.',
  providerFails: 'Google Maps did not answer properly. Try again shortly.',
  providerBlocks:
    'Google Maps limits automatic visits from this address at the moment. Wait before asking again.',
  noSuchPlace: 'Google Maps shows no such place.',
  noPlaceForQuery: 'Google Maps shows no place for this query.',
  noListOfReviews: 'Google Maps shows no list of reviews of this place at the moment. Try again later.',
  listRefused: 'Google Maps refuses to list reviews at the moment. Wait before asking again.',
  listFailed: 'Google Maps did not list the reviews. Try again shortly.',
  controlNotShown:
    'At the moment, Google Maps does not even show a review or place that is known to be visible. The service therefore gives no negative answer. Try again later.',
  controlRecovering:
    'A short while ago, Google Maps did not show a review or place that is known to be visible. The service gives negative answers again after three good controls. Try again later.',
  placeDisturbed:
    'At the moment, Google Maps does not show this place and its reviews as usual. The service therefore gives no negative answer about this place. Try again later.',
  seenLately:
    'This service saw the review less than an hour ago, and the list of its place does not rule it out. For one hour after the last sighting, the service gives no negative answer about it.',
  noControl:
    'The service found no review or place that is known to be visible. Without such a control, it gives no negative answer. Name reviews in CONTROL_REVIEWS, or places in CONTROL_PLACES.',
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
    'One client may read at most {{most}} lists of reviews at once. Try again when a list has ended.',
  allListsAtOnce:
    'At most {{most}} lists of reviews of all clients together may be read at once. Try again shortly.',
  noSuchEndpoint: 'There is no endpoint {{method}} {{path}}.',
  apiSwitchedOff: 'The API is switched off at the moment.',
  shuttingDown: 'The service is shutting down. Try again shortly.',
  unexpectedFailureWithId: 'The service failed in an unexpected way. The request id helps to find the cause.',
  unexpectedFailure: 'The service failed in an unexpected way.',
  notReadyInTime: 'The answer was not ready in time. Try again later.',
  tooManyWaiting: 'Too many requests are waiting already. Try again shortly.',
  browserUnavailable: 'The browser behind this service is not available. Try again shortly.',
  browserStarting: 'The browser behind this service is starting and not ready yet. Try again shortly.',
  answerComplete: 'The answer is complete: no client waits for more of it.',
  clientGone: 'The client closed the connection before the answer was ready.',
  nobodyWaits: 'Nobody waits for this answer any more.',
  commandEnded: 'The command was ended.',
  userUnknown:
    'The proxy signed in a user for whom the service has no API key. The operator can add an entry with the name of the user.',
} as const;
