import { documentDescription } from './description.js';
import { FAILURES, type FailureName, failureAnswer } from './failures.js';
import { headerComponents, headerRefs, LIMIT_HEADERS } from './headers.js';
import type { Operation, TagName } from './model.js';
import { describeOperation } from './operation.js';
import { PLACE_OPERATIONS } from './place-operations.js';
import { REVIEW_OPERATIONS } from './review-operations.js';
import { componentSchemas, type JsonSchema } from './schemas.js';
import { serviceOperations } from './service-operations.js';

/** The contract in OpenAPI's words. A plain JSON value. */
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

/** Every operation there is; `version` of the service. */
export function operations(version: string): readonly Operation[] {
  return [...PLACE_OPERATIONS, ...REVIEW_OPERATIONS, ...serviceOperations(version)];
}

/**
 * The document for a `version` of the service. Its schemas are made from the zod schemas that validate requests
 * and present answers; the texts are those of the operations.
 */
export function openApiDocument(version: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: 'PlaceID Finder API', version, description: documentDescription() },
    servers: [{ url: '/', description: 'This service' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    // One of the keys, or none: whether a key is needed is configured.
    security: [{ ApiKey: [] }, { Bearer: [] }, {}],
    paths: paths(operations(version)),
    components: {
      schemas: componentSchemas(),
      responses: failureResponses(),
      headers: headerComponents(),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function paths(all: readonly Operation[]): Record<string, JsonSchema> {
  const found: Record<string, JsonSchema> = {};
  for (const operation of all) {
    const { path, method } = operation;
    found[path] = { ...found[path], [method]: describeOperation(operation) };
  }
  return found;
}

function failureResponses(): Record<string, JsonSchema> {
  const names = Object.keys(FAILURES) as FailureName[];
  return Object.fromEntries(
    names.map((name) => {
      const { headers, response } = failureAnswer(name);
      const all = headerRefs(['X-Request-Id', 'Cache-Control', 'Vary', ...headers, ...LIMIT_HEADERS]);
      return [name, { ...response, headers: all }];
    }),
  );
}
