import { failureAnswer } from './failures.js';
import { type HeaderName, headerRefs, LIMIT_HEADERS } from './headers.js';
import type { Examples, Operation, Success } from './model.js';
import { type JsonSchema, queryParameters, schemaRef } from './schemas.js';

// No examples here: the documentation page would send them by default.
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

/** One operation in the form of the OpenAPI document. */
export function describeOperation(operation: Operation): JsonSchema {
  const { id, tag, summary, description, price, priceText, body, isCached = false } = operation;
  const points = typeof price === 'number' ? price : 0;
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: points === 0 ? description : `${description}\n\nCosts ${priceText ?? pointsText(points)}.`,
    'x-points': points,
    ...(price === 'open' && { security: [] }),
    parameters: [...parameters(operation), ...(isCached ? [FRESH] : []), REQUEST_ID],
    ...(body !== undefined && {
      requestBody: {
        required: true,
        content: {
          'application/json': { schema: schemaRef(body.schema), examples: valuesOf(body.examples) },
        },
      },
    }),
    responses: responses(operation),
  };
}

function pointsText(points: number): string {
  return points === 1 ? '1 point' : `${points} points`;
}

function parameters({ query }: Operation): JsonSchema[] {
  if (query === undefined) return [];
  return queryParameters(query.schema).map((parameter) => {
    const examples = query.examples[parameter.name];
    return { ...parameter, in: 'query', ...(examples && { examples: valuesOf(examples) }) };
  });
}

function responses(operation: Operation): JsonSchema {
  const { failures, others = {} } = operation;
  const failed = failures.map((name) => [
    failureAnswer(name).status,
    { $ref: `#/components/responses/${name}` },
  ]);
  return { 200: success(operation), ...others, ...Object.fromEntries(failed) };
}

function success({ success: forms, headers = [], isCached = false, price }: Operation): JsonSchema {
  const hasLines = forms.some(({ kind }) => kind === 'lines');
  const names: HeaderName[] = [
    'X-Request-Id',
    ...(price === 'open' ? [] : (['Cache-Control', 'Vary'] as const)),
    ...(isCached ? (['X-Cache', 'Age'] as const) : []),
    ...headers,
    ...(price === 'open' ? [] : LIMIT_HEADERS),
  ];
  return {
    description: hasLines
      ? 'The answer, as a whole or line by line: one JSON object per line. The schema of `application/x-ndjson` is that of each line.'
      : 'The answer.',
    headers: headerRefs(names),
    content: Object.fromEntries(forms.map(contentOf)),
  };
}

function contentOf(form: Success): [string, JsonSchema] {
  switch (form.kind) {
    case 'data':
      return [
        'application/json',
        {
          schema: envelope(schemaRef(form.schema)),
          examples: valuesOf(form.examples, (data) => ({ status: 'success', data })),
        },
      ];
    case 'lines':
      return ['application/x-ndjson', { schema: schemaRef(form.schema), examples: valuesOf(form.examples) }];
    case 'bare':
      return [form.type, { schema: form.schema, examples: valuesOf(form.examples) }];
  }
}

function envelope(data: JsonSchema): JsonSchema {
  return {
    type: 'object',
    properties: { status: { type: 'string', const: 'success' }, data },
    required: ['status', 'data'],
    additionalProperties: false,
  };
}

/** Examples in the form of OpenAPI: keys without blanks, the original text as summary. */
function valuesOf(examples: Examples, wrap: (value: unknown) => unknown = (value) => value): JsonSchema {
  return Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [
      summary.replaceAll(/\W+/g, '_'),
      { summary, value: wrap(value) },
    ]),
  );
}
