import { MESSAGES, PLACEHOLDER } from './messages.js';

// The stable names of the reasons for which a request is refused. A reason is the id of its message in snake_case.

/** The ids of the messages that an `invalid_request` may have. */
const REFUSALS = [
  // Identifiers and queries
  'notAPlaceId',
  'placeIdInvalid',
  'placeIdCaseChanged',
  'notAFeatureId',
  'neitherPlaceNorCid',
  'placeIdWithoutCid',
  'notACid',
  'cidNegative',
  'cidDigits',
  'cidOutOfRange',
  'nameNotAccepted',
  'queryEmpty',
  'queryTooLong',
  'queryInvisible',
  // Links
  'placeLinkNotToMaps',
  'reviewLinkNotToMaps',
  'linkNotToMaps',
  'linkToForeignHost',
  'linkToNoHost',
  'linkNotAUrl',
  'linkTooLong',
  'someLinkTooLong',
  'linkUnreadable',
  'linkWithBackslash',
  'linkWithUserName',
  'linkWithInvisibleCharacters',
  'linkWithPort',
  'linkHostMisspelled',
  'linkSchemeRefused',
  'placeLinkNotALink',
  'reviewLinkNotALink',
  'linkWithoutPlace',
  'linkToBareMap',
  'linkToCoordinates',
  'linkToEmptySearch',
  'placeIdOfLinkInvalid',
  'cidOfLinkInvalid',
  'linkToDirections',
  'linkToList',
  'linkToProfile',
  'linkToReview',
  'consentWithoutPlace',
  'consentWithoutReview',
  'linkToPlace',
  'linkWithoutReview',
  'linkCutAtReview',
  'linkCutAtPlace',
  'linkCutAtEnd',
  'notAShareLink',
  'shareLinkWithoutPlace',
  'shareLinkWithoutReview',
  'shareLinkToForeignHost',
  'shareLinkToNoHost',
  'shareLinkToNoUrl',
  // Access
  'foreignOrigin',
  'foreignHost',
  // Requests that do not have the expected form
  'notHttp',
  'jsonNeeded',
  'bodyCompressed',
  'bodyTooLarge',
  'bodyNotJson',
  'bodyTooManyValues',
  'parameterRepeated',
  'parameterMissing',
  'parameterEmpty',
  'parameterOutOfRange',
  'fieldOutOfRange',
  'notTrueOrFalse',
  'fieldNotAString',
  'fieldEmpty',
  'starsReversed',
  'cidOrPlaceId',
  'unknownField',
  'reviewLinksNeeded',
  'ignoreInvalid',
  'quickOrLast',
  'afterInvalid',
  'formatInvalid',
  'langInvalid',
  // Jobs
  'idempotencyKeyReused',
  'idempotencyKeyInvalid',
  'listEmpty',
  'jobTooManyLinks',
  'jobNotEnded',
  'tooManyRowsForXlsx',
  'uploadTypeUnknown',
  'uploadTooLarge',
  'uploadStopped',
  'jobTypeMissing',
  'jobTypeUnknown',
  'jobTypeAndUrlsNeeded',
  'parametersOnlyForLists',
  'lineEmpty',
  'lineTooLong',
  'lineWithControlCharacters',
  'lineNotJson',
  'lineWithoutText',
  'linkCellEmpty',
  'recordWithoutLink',
  'lineWithoutLink',
  'cellTooLong',
  'rowTooLong',
  'tooManyColumns',
  'headingsTooLong',
  'listTooLongForJob',
] as const satisfies readonly (keyof typeof MESSAGES)[];

/** The reason of a message that is not in the list. */
const OTHER = 'other';

const nameOf = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** All reasons, as they are published. */
export const REASONS: readonly string[] = [...REFUSALS.map(nameOf), OTHER];

/** The longest texts first: a short one may be the beginning of a longer one. */
const BEGINNINGS = REFUSALS.map((id) => ({
  reason: nameOf(id),
  parts: MESSAGES[id].en.split(PLACEHOLDER).filter((_, at) => at % 2 === 0),
})).toSorted((a, b) => b.parts.join('').length - a.parts.join('').length);

/** The stable name of the first message in a text of the service. */
export function refusalReason(text: string): string {
  return BEGINNINGS.find(({ parts }) => beginsWith(text, parts))?.reason ?? OTHER;
}

/** Whether a text begins with these parts, with any values between them. */
function beginsWith(text: string, [first = '', ...others]: readonly string[]): boolean {
  if (!text.startsWith(first)) return false;
  let end = first.length;
  for (const part of others) {
    const at = text.indexOf(part, end);
    if (at < 0) return false;
    end = at + part.length;
  }
  return true;
}
