import type { Endpoint, Examples, OtherAnswer, Success } from '../endpoints/endpoint.js';
import { failureAnswer } from './failure-answers.js';
import { fieldsOf, type JsonSchema, schemaOf } from './schemas.js';

// This parameter has no example: the documentation page would send it by default.
const REQUEST_ID = {
  name: 'X-Request-Id',
  in: 'header',
  description: 'Id of the request: up to 128 letters, digits and `_.:-`. Anything else is replaced.',
  schema: { type: 'string' },
};
const FRESH = {
  name: 'Cache-Control',
  in: 'header',
  description: '`no-cache` asks the map provider even if the answer is in the cache.',
  schema: { type: 'string' },
};

/** An endpoint as an operation of the OpenAPI document. */
export function describeOperation(endpoint: Endpoint<never>): JsonSchema {
  const { id, tag, summary, description, access, points } = endpoint;
  const { priceText, body, uploads, isCached = false } = endpoint;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: points === 0 ? description : `${description}\n\nCosts ${priceText ?? pointsText(points)}.`,
    'x-points': points,
    ...(access === 'open' && { security: [] }),
    parameters: [
      ...parameters(endpoint),
      ...requestHeaders(endpoint),
      ...(isCached ? [FRESH] : []),
      REQUEST_ID,
    ],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: Object.fromEntries(
          Object.entries({ 'application/json': body, ...uploads }).map(([type, sent]) => [type, media(sent)]),
        ),
      },
    }),
    responses: responses(endpoint),
  };
}

function pointsText(points: number): string {
  return points === 1 ? '1 point' : `${points} points`;
}

function requestHeaders({ requestHeaders: headers = {} }: Endpoint<never>): JsonSchema[] {
  return Object.entries(headers).map(([name, { description, most }]) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string', maxLength: most },
  }));
}

function parameters({ query, path }: Endpoint<never>): JsonSchema[] {
  if (query === undefined) return [];
  return fieldsOf(query.schema).map((parameter) => {
    const examples = query.examples[parameter.name];
    const place = path.includes(`{${parameter.name}}`) ? 'path' : 'query';
    return { ...parameter, in: place, ...(examples && { examples: valuesOf(examples) }) };
  });
}

function responses(endpoint: Endpoint<never>): JsonSchema {
  const { failures, others = {}, status = 200 } = endpoint;
  const failed = failures
    .map(failureAnswer)
    .map(({ name, kinds }) => [kinds[0].status, { $ref: `#/components/responses/${name}` }]);
  const other = Object.entries(others).map(([status, answer]) => [status, otherAnswer(answer)]);
  return { [status]: success(endpoint), ...Object.fromEntries(other), ...Object.fromEntries(failed) };
}

function otherAnswer({ description, body }: OtherAnswer): JsonSchema {
  return {
    description,
    ...(body !== undefined && { content: { 'application/json': media(body) } }),
  };
}

function success({ success: variants }: Endpoint<never>): JsonSchema {
  const hasLines = variants.some(({ kind }) => kind === 'lines');
  return {
    description: hasLines
      ? 'The answer, as a whole or line by line: one JSON object per line. The schema of `application/x-ndjson` describes one line.'
      : 'The answer.',
    content: Object.fromEntries(variants.map(contentOf)),
  };
}

function contentOf(variant: Success): [string, JsonSchema] {
  switch (variant.kind) {
    case 'data': {
      const examples = valuesOf(variant.examples, (data) => ({ status: 'success', data }));
      return ['application/json', { schema: envelope(schemaOf(variant.schema)), examples }];
    }
    case 'lines':
      return ['application/x-ndjson', media(variant)];
    case 'bare':
    case 'file':
      return [variant.type, media(variant)];
  }
}

/** A body of one media type. */
function media({ schema, examples }: Pick<Success, 'schema' | 'examples'>): JsonSchema {
  return { schema: schemaOf(schema), examples: valuesOf(examples) };
}

function envelope(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { status: { type: 'string', const: 'success' }, data },
    required: ['status', 'data'],
    additionalProperties: false,
  };
}

/** Examples in the shape of OpenAPI: keys without spaces, the original name as summary. */
function valuesOf(examples: Examples, wrap: (value: unknown) => unknown = (value) => value): JsonSchema {
  return Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [
      summary.replaceAll(/\W+/g, '_'),
      { summary, value: wrap(value) },
    ]),
  );
}
