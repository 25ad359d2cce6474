import type { ErrorKind } from '../../errors.js';
import { MESSAGES, OTHER, reasonOf } from '../../texts/messages.js';
import type { Endpoint } from '../endpoints/endpoint.js';
import { errorCodeTable, errorKinds, failureAnswers, failureResponse } from './failure-answers.js';
import { describeOperation } from './operation.js';
import { componentSchemas, type JsonSchema } from './schemas.js';

/** A group of endpoints. */
interface Tag {
  readonly name: string;
  readonly about: string;
  /** Short programs of a shell for the documentation page. They name the service as http://127.0.0.1:3000. */
  readonly recipes?: readonly { readonly title: string; readonly text: string; readonly command: string }[];
}

/** What a capability adds to the document besides its endpoints. */
export interface DocumentAddition {
  readonly tag?: Tag;
  /** Its messages: their English texts by id. */
  readonly messages?: Readonly<Record<string, string>>;
}

const TAGS: readonly Tag[] = [
  { name: 'Places', about: 'Identifiers and details of places.' },
  { name: 'Reviews', about: 'Reviews of a place, and whether a review is visible.' },
  { name: 'Service', about: 'The service itself.' },
];

const SECURITY_SCHEMES = {
  ApiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'Needed only where the service is configured with keys.',
  },
  Bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The same keys, for clients that can only send this header.',
  },
};

/**
 * Makes the OpenAPI document, as a plain JSON value, for a list of endpoints; `version` is the version of the service. It uses the schemas that
 * validate requests and present answers, and the texts of the endpoints.
 */
export function openApiDocument(
  endpoints: readonly Endpoint<never>[],
  additions: readonly DocumentAddition[],
  version: string,
) {
  const tags = [...TAGS, ...additions.flatMap(({ tag }) => tag ?? [])];
  return {
    openapi: '3.1.0',
    info: { title: 'place-lookup', version, description: documentDescription(errorKinds(endpoints)) },
    servers: [{ url: '/', description: 'This service' }],
    tags: tags.map(({ name, about, recipes }) => ({
      ...{ name, description: about },
      ...(recipes !== undefined && { 'x-recipes': recipes }),
    })),
    // Either key header, or no key: the configuration decides whether a key is needed.
    security: [{ ApiKey: [] }, { Bearer: [] }, {}],
    paths: paths(endpoints),
    components: {
      schemas: componentSchemas({
        ErrorCode: errorKinds(endpoints).map(({ code }) => code),
        RefusalReason: reasonsOf(additions),
      }),
      responses: Object.fromEntries(
        failureAnswers(endpoints).map((answer) => [answer.name, failureResponse(answer)]),
      ),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** All reasons, as they are published. Capabilities may share messages. */
function reasonsOf(additions: readonly DocumentAddition[]): readonly string[] {
  const ids = additions.flatMap(({ messages = {} }) => Object.keys(messages));
  return [...new Set([...Object.keys(MESSAGES), ...ids, OTHER])].map(reasonOf);
}

function paths(endpoints: readonly Endpoint<never>[]): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  for (const endpoint of endpoints) {
    const { path, method } = endpoint;
    found[path] = { ...found[path], [method]: describeOperation(endpoint) };
  }
  return found;
}

/** The description of the whole API. Markdown. */
function documentDescription(kinds: readonly ErrorKind[]): string {
  return `Finds and converts map place identifiers (Place ID, CID), reads place details, lists reviews, and checks whether a review is visible. The service opens the pages of the map provider in a real browser and limits the rate of its requests.

**Answers.** A success has status 200 (201 or 202 where the endpoint says so) and is \`{"status":"success","data":{…}}\`. A failure is \`{"status":"error","error":{"code","message","reason","values","request_id"}}\`: \`reason\` is a stable name from the list \`RefusalReason\`, \`values\` what stands in the message. An \`invalid_request\` or \`unknown_parameter\` also has \`field\` (the parameter or the path in the body, or null). Values that the provider does not give are \`null\`: never 0, and never a missing key unless the field says so. Objects hold only the fields described here; new fields come with a new minor version.

**Requests.** A required parameter that is missing or empty returns 400, and so does a parameter that is given twice. A query parameter that the endpoint does not have returns 400 \`unknown_parameter\`, also where a proxy added it. A body with unknown fields returns 400. HEAD works wherever GET does.

**Keys.** Where the service is configured with API keys, \`/metrics\` and every endpoint below \`/api/\` need a key, unless the endpoint says that it needs no key. Send the key as \`X-API-Key\` or as \`Authorization: Bearer\`. Without configured keys the API is open and keys are ignored. The service never reads a key from the URL. A key may have an expiry date, and may be valid for the API or the metrics only. Some endpoints need the key of an operator.

**Browsers.** Except for the health checks, the service answers only under its own host names, where these are configured. Requests that another web site makes a browser send to the API (\`Sec-Fetch-Site: cross-site\`, or POST, PATCH and DELETE with an \`Origin\` that is not the service's own) are refused, unless the operator has allowed its origin. Both return 400 \`invalid_request\`.

**Limits.** Each client (a key, or an address where no keys are configured) has points per minute: by default 60; 0 means no limit. \`x-points\` of an endpoint is its cost; a long list costs more. The RateLimit headers give the points left. A request beyond the limit returns 429 with \`Retry-After\`.

**Caches.** The service may cache lookups of places; \`Cache-Control: no-cache\` asks the provider again. \`X-Cache\` and \`Age\` show this, unless keys are configured. Reviews and verdicts are never cached. No intermediate cache may keep an answer: all have \`Cache-Control: private, no-store\`.

**Versions.** Paths have no version segment. A client that ignores unknown fields keeps working until the first number of the version changes.

## Failures

\`code\` is one of a closed set; the message is for humans. 429 and 503 carry \`Retry-After\`.

${errorCodeTable(kinds)}

An unknown path or method returns 404 \`unknown_endpoint\`; below \`/api/\` the key is checked first. A request that is not valid HTTP returns 400.`;
}
