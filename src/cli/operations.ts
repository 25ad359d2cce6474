import { type Field, fieldsOf, type JsonSchema } from '../core/api/openapi/schemas.js';
import { ENDPOINTS } from '../installed.js';

/** A field of a request, as an option of the command line. */
export interface OperationField extends Omit<Field, 'schema'> {
  readonly place: 'path' | 'query' | 'body';
  /** The texts that it takes; null = not only a few. */
  readonly choices: readonly string[] | null;
  readonly isList: boolean;
  /** False: its value, or each value of its list, is JSON. */
  readonly isText: boolean;
}

/** An endpoint, as the command line calls it. */
export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly fields: readonly OperationField[];
  readonly hasBody: boolean;
  /** Media types of a success. */
  readonly types: readonly string[];
}

/** Every endpoint of the service. */
export const OPERATIONS: readonly Operation[] = ENDPOINTS.map(
  ({ id, method, path, summary, description, query, body, success }) => {
    const sent = body === undefined ? [] : fieldsOf(body.schema).map((field) => optionOf(field, 'body'));
    const asked = query === undefined ? [] : fieldsOf(query.schema);
    const inAddress = asked.map((field) =>
      optionOf(field, path.includes(`{${field.name}}`) ? 'path' : 'query'),
    );
    return {
      ...{ id, path, summary, description },
      method: method.toUpperCase() as Operation['method'],
      // A query beside a body belongs to uploads of another media type.
      fields: [...inAddress.filter(({ place }) => body === undefined || place === 'path'), ...sent],
      hasBody: body !== undefined,
      types: success.map((one) =>
        'type' in one ? one.type : one.kind === 'lines' ? 'application/x-ndjson' : 'application/json',
      ),
    };
  },
);

function optionOf({ schema, ...field }: Field, place: OperationField['place']): OperationField {
  const list = formsOf(schema).find(({ type }) => type === 'array');
  const isText = formsOf((list?.items as JsonSchema | undefined) ?? schema).some(
    ({ type }) => type === 'string',
  );
  const choices = schema.type === 'string' && Array.isArray(schema.enum) ? schema.enum.map(String) : null;
  return { ...field, place, choices, isList: list !== undefined, isText };
}

/** The alternatives of a schema. */
function formsOf(schema: JsonSchema): readonly JsonSchema[] {
  return Array.isArray(schema.anyOf) ? schema.anyOf.flatMap(formsOf) : [schema];
}
