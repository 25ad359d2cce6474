import type { Endpoint, TagName } from '../endpoints/endpoint.js';
import { documentDescription } from './description.js';
import { FAILURES, type FailureName, failureResponse, hasOwnMessages } from './failures.js';
import { headerComponents } from './headers.js';
import { describeOperation } from './operation.js';
import { ownMessages } from './own-messages.js';
import { componentSchemas, type JsonSchema } from './schemas.js';

/** An OpenAPI document; a plain JSON value. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, JsonSchema>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;
  readonly [more: string]: unknown;
}

const TAGS: Readonly<Record<TagName, string>> = {
  Places: 'Identifiers and details of places.',
  Reviews: 'Reviews of a place, and whether a review is visible.',
  Jobs: 'Lists of up to a million links, worked on in the background. They need a service with Redis (`REDIS_URL`).',
  Service: 'The service itself.',
};

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
 * The OpenAPI document for a list of endpoints; `version` of the service. Its schemas are those that validate requests
 * and present answers; its texts are those of the endpoints.
 */
export function openApiDocument(endpoints: readonly Endpoint[], version: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'place-lookup', version, description: documentDescription() },
    servers: [{ url: '/', description: 'This service' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    // One of the keys, or none: whether a key is needed is configured.
    security: [{ ApiKey: [] }, { Bearer: [] }, {}],
    paths: paths(endpoints),
    components: {
      schemas: componentSchemas(),
      responses: commonFailures(endpoints),
      headers: headerComponents(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function paths(endpoints: readonly Endpoint[]): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  for (const endpoint of endpoints) {
    const { path, method } = endpoint;
    found[path] = { ...found[path], [method]: describeOperation(endpoint) };
  }
  return found;
}

/** The failures that some endpoint shows without messages of its own. */
function commonFailures(endpoints: readonly Endpoint[]): Record<string, JsonSchema> {
  const isCommon = (name: FailureName) =>
    endpoints.some(
      (endpoint) => endpoint.failures.includes(name) && !hasOwnMessages(name, ownMessages(endpoint)),
    );
  const names = (Object.keys(FAILURES) as FailureName[]).filter(isCommon);
  return Object.fromEntries(names.map((name) => [name, failureResponse(name)]));
}
