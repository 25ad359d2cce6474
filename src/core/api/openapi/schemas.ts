import { z } from 'zod';

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const uri = (id: string) => `#/components/schemas/${id}`;

/** Refers to a schema with an id by that id; writes any other schema in place. */
export function schemaOf(schema: z.ZodType): JsonSchema {
  const id = z.globalRegistry.get(schema)?.id;
  return id === undefined ? inlineSchema(schema) : { $ref: uri(id) };
}

/**
 * `components.schemas`: every schema with an id. Objects are closed: an unknown field is an error. `names`: the known
 * values of open texts, by the id of their schema.
 */
export function componentSchemas(
  names: Readonly<Record<string, readonly string[]>>,
): Readonly<Record<string, JsonSchema>> {
  const { schemas } = z.toJSONSchema(z.globalRegistry, { io: 'output', uri, override: dropNoise });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, type, ...schema }]) => [
      name,
      { ...(type !== undefined && { type }), ...(names[name] && { enum: names[name] }), ...schema },
    ]),
  );
}

/** A schema without an id. Schemas with an id in it are referred to by that id. */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema, $defs, ...inline } = z.toJSONSchema(schema, { io: 'output', override: dropNoise });
  if ($defs === undefined) return inline;
  return JSON.parse(JSON.stringify(inline).replaceAll('"#/$defs/', `"${uri('')}`)) as JsonSchema;
}

export interface Field {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** The fields of a query or body: types as after validation, `required` as before it (defaults apply). */
export function fieldsOf(schema: z.ZodType): readonly Field[] {
  const sent = rootOf(z.toJSONSchema(schema, { io: 'input' }));
  const validated = rootOf(z.toJSONSchema(schema, { io: 'output', override: dropNoise }));
  return Object.entries(validated.properties ?? {}).map(([name, property]) => {
    const { description, ...type } = property as { readonly description?: string } & JsonSchema;
    return {
      name,
      required: sent.required?.includes(name) ?? false,
      description: sentence(description ?? name),
      schema: type,
    };
  });
}

/** zod writes a schema with an id as a reference to its definition. */
function rootOf(schema: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
  return schema.$defs?.[schema.$ref?.replace('#/$defs/', '') ?? ''] ?? schema;
}

/** Removes the limits of safe integers, which zod writes on every integer. A field with a default is not required. */
function dropNoise({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  const { properties = {}, required } = jsonSchema;
  if (required !== undefined) {
    jsonSchema.required = required.filter((name) => !Object.hasOwn(Object(properties[name]), 'default'));
  }
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
