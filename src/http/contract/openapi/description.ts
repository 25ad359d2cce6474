import { errorCodeTable } from './error-codes.js';

/** What is true of all endpoints, and answers what the specification leaves open. Markdown. */
export function documentDescription(): string {
  return `Finds and converts map place identifiers (Place ID, CID), reads place details, lists reviews, and tells whether a review is visible. The service opens the map provider's pages in a real browser, as a careful visitor would.

**Answers.** A success has status 200 and is \`{"status":"success","data":{…}}\`. A failure is \`{"status":"error","error":{"code","message","request_id"}}\`. Values the provider does not say are \`null\`: never 0, and never a missing key unless the field says so. Objects hold the fields that stand here and no others; new fields come with a new minor version.

**Requests.** A parameter that must be there and is not, is empty or stands twice, is a 400; parameters that do not stand here are ignored. A body with unknown fields is a 400. HEAD is answered wherever GET is.

**Keys.** Where the service is configured with API keys, everything below \`/api/\` but this document needs one, and so does \`/metrics\`: as \`X-API-Key\` or as \`Authorization: Bearer\`. Where it is not, the API is open and keys are ignored. A key in the address is never read. A key may have a last day, and may be meant for the API or for the metrics only.

**Browsers.** Everything but the health checks answers only to host names of this service, where it knows them. What another web site makes a browser ask of the API (\`Sec-Fetch-Site: cross-site\`) is refused, unless the operator has allowed its origin. Both are a 400 \`invalid_request\`.

**Limits.** Every client, that is a key or else an address, has points in a minute, 60 unless configured; 0 is no limit. \`x-points\` of an endpoint says what it costs; a bulk check of more than 100 links costs more. The RateLimit headers say what is left. A request beyond them is a 429 with \`Retry-After\`.

**Caches.** Lookups of places may be remembered by the service; \`Cache-Control: no-cache\` asks the provider again. \`X-Cache\` and \`Age\` tell, unless keys are configured. Reviews and verdicts are never remembered. No cache between may keep an answer: all say \`Cache-Control: private, no-store\`.

**Events.** There are none: no callbacks, no webhooks. The service keeps no resources with a state.

**Versions.** Paths have no version segment. A client that ignores fields it does not know keeps working until the first number of the version changes.

## Failures

\`code\` is one of a closed set; the message is for people. 429 and 503 carry \`Retry-After\`.

${errorCodeTable()}

A path that does not stand here, or another method, is a 404 \`unknown_endpoint\`; below \`/api/\` after a key has been asked for. What is no HTTP at all is a 400.`;
}
