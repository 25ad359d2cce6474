import { z } from 'zod';
import { errorBody, errorCode, streamFailure } from '../errors.js';
import { aliveBody, readyBody } from '../health.js';
import { placeDetails } from '../place.js';
import { placeReviewsData, placeReviewsStream } from '../place-reviews.js';
import { convertBody } from '../requests.js';
import { allData, convertData, detailsData, infoData, searchData } from '../responses.js';
import {
  bulkVisibilityData,
  bulkVisibilityStream,
  reviewDetails,
  reviewDetailsData,
  visibilityData,
  visibilityReason,
} from '../review.js';
import { reviewRecord } from '../review-record.js';
import { bulkVisibilityBody } from '../review-requests.js';

/** What is answered, by the name it has in the document: the very schemas that present it. */
const ANSWERED = {
  InfoData: infoData,
  SearchData: searchData,
  DetailsData: detailsData,
  AllData: allData,
  PlaceDetails: placeDetails,
  ConvertData: convertData,
  PlaceReviewsData: placeReviewsData,
  PlaceReviewsLine: placeReviewsStream,
  Review: reviewRecord,
  ReviewDetailsData: reviewDetailsData,
  ReviewDetails: reviewDetails,
  VisibilityData: visibilityData,
  VisibilityReason: visibilityReason,
  BulkVisibilityData: bulkVisibilityData,
  BulkVisibilityLine: bulkVisibilityStream,
  Alive: aliveBody,
  Readiness: readyBody,
  Error: errorBody,
  StreamFailure: streamFailure,
  ErrorCode: errorCode,
};

/** What is asked: the very schemas that validate it. */
const ASKED = {
  ConvertRequest: convertBody,
  BulkVisibilityRequest: bulkVisibilityBody,
};

export type SchemaName = keyof typeof ANSWERED | keyof typeof ASKED;

/** A JSON Schema (draft 2020-12), as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

export function schemaRef(name: SchemaName): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** `components.schemas`. Objects that are answered are closed: a field that is not here is a mistake. */
export function componentSchemas(): Readonly<Record<string, JsonSchema>> {
  return { ...toJsonSchemas(ANSWERED, 'output'), ...toJsonSchemas(ASKED, 'input') };
}

/** What is answered in one place only. */
export function inlineSchema(schema: z.ZodType): JsonSchema {
  const { $schema, ...inline } = z.toJSONSchema(schema, { io: 'output', override: dropNoise });
  return inline;
}

interface QueryParameter {
  readonly name: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
}

/** The parameters of a query schema: their types as the service understands them, required as they are sent. */
export function queryParameters(schema: z.ZodType): readonly QueryParameter[] {
  const sent = z.toJSONSchema(schema, { io: 'input' });
  const understood = z.toJSONSchema(schema, { io: 'output', override: dropNoise });
  return Object.entries(understood.properties ?? {}).map(([name, property]) => {
    const { description, ...type } = property as { readonly description?: string } & JsonSchema;
    return {
      name,
      required: sent.required?.includes(name) ?? false,
      description: sentence(description ?? name),
      schema: type,
    };
  });
}

function toJsonSchemas(named: Readonly<Record<string, z.ZodType>>, io: 'input' | 'output') {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  const uri = (id: string) => schemaRef(id as SchemaName).$ref as string;
  const { schemas } = z.toJSONSchema(registry, { io, uri, override: dropNoise });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema]),
  );
}

/** Every integer would say that JavaScript counts no further. */
function dropNoise({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
