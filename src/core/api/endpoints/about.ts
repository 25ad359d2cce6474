import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Evidence } from '../../../capabilities/evidence/packs.js';
import { refusalOfJobs } from '../../../capabilities/jobs/endpoints.js';
import { refusalOfWatch } from '../../../capabilities/watch/endpoints.js';
import { type AppError, isAppError } from '../../errors.js';
import { type Capabilities, capabilitiesData } from '../../published/offers.js';
import { DOCS_PATH, DOCUMENT_PATH } from '../../published/paths.js';
import { infoData, infoOf } from '../../published/place-answer.js';
import { message, published } from '../../texts/messages.js';
import { apiEndpoint, dataOf, type Endpoint, OPEN } from './endpoint.js';

export const info = apiEndpoint({
  method: 'get',
  path: '/api/info',
  id: 'info',
  tag: 'Service',
  summary: 'Name, version and endpoints',
  description:
    '`endpoints` lists four endpoints; this document describes all endpoints. `version` follows semantic versioning: its first number changes when a client that follows this document would break.',
  query: { schema: z.object({}), examples: {} },
  success: dataOf(infoData, { info: infoOf('1.0.0') }),
  failures: ['SwitchedOff'],
  handler: ({ version }) => {
    const data = infoOf(version);
    return () => ({ data });
  },
});

type Offer<Name extends string> = Readonly<
  Record<Name, boolean> &
    Record<`${Name}_refusal` | `${Name}_refusal_reason`, string | null> &
    Record<`${Name}_refusal_values`, AppError['values']>
>;

/** Whether a part is offered, or why not. */
function offer<Name extends string>(
  name: Name,
  refused: Pick<AppError, 'message' | 'reason' | 'values'> | null,
): Offer<Name> {
  const fields = {
    [name]: refused === null,
    [`${name}_refusal`]: refused?.message ?? null,
    [`${name}_refusal_reason`]: refused?.reason ?? null,
    [`${name}_refusal_values`]: refused?.values ?? {},
  };
  return fields as Offer<Name>;
}

/** Needs no key: a page calls this endpoint before it asks its user for a key. */
export const capabilities: Endpoint = {
  method: 'get',
  path: '/api/capabilities',
  id: 'capabilities',
  ...OPEN,
  summary: 'Read which optional parts this client can use',
  description:
    'Says which optional parts of the API this client can use. Needs no key, and is available while the API is switched off. A client that reads the answer first does not send requests that must fail.',
  success: dataOf(capabilitiesData, {
    'with all parts': {
      ...offer('jobs', null),
      ...offer('evidence', null),
      ...offer('watch', null),
    },
    'a service that keeps no data': {
      ...offer('jobs', published(message('jobsWithoutDatabase'))),
      ...offer('evidence', published(message('evidenceWithoutKey'))),
      ...offer('watch', published(message('watchWithoutDatabase'))),
    },
  }),
  headers: ['Cache-Control', 'Vary'],
  failures: ['InvalidRequest', 'InternalError'],
  answer: (services) => [
    async (ctx) => {
      const data: Capabilities = {
        ...offer('jobs', refusalOfJobs(services, ctx)),
        ...offer('evidence', await refusalOfEvidence(services.evidence)),
        ...offer('watch', refusalOfWatch(services, ctx)),
      };
      ctx.body = { status: 'success', data };
    },
  ],
};

/** Why the service makes no evidence packs; null = it makes them. */
function refusalOfEvidence({ key }: Pick<Evidence, 'key'>): Promise<AppError | null> {
  return key().then(
    () => null,
    (error: unknown) => {
      if (!isAppError(error)) throw error;
      return error;
    },
  );
}

/** Serves the OpenAPI document, made at the first request. It is public, like the page that shows it, and needs no key. */
export const openapi: Endpoint = {
  method: 'get',
  path: DOCUMENT_PATH,
  id: 'openapi',
  ...OPEN,
  summary: 'This document',
  description: `OpenAPI 3.1 as JSON; \`${DOCS_PATH}\` shows it. Needs no key, and is available while the API is switched off.`,
  success: [
    {
      kind: 'bare',
      type: 'application/json',
      schema: z.unknown().meta({ type: 'object' }),
      examples: {},
    },
  ],
  headers: ['Cache-Control', 'ETag'],
  others: {
    304: {
      description: 'Not changed since the version in `If-None-Match`.',
      headers: ['X-Request-Id', 'Cache-Control', 'ETag'],
    },
  },
  failures: ['InvalidRequest', 'InternalError'],
  answer: ({ document }) => {
    const make = () => {
      const text = document();
      const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
      return { text, etag: `"${hash}"` };
    };
    let made: ReturnType<typeof make> | null = null;
    return [
      (ctx) => {
        made ??= make();
        ctx.status = 200;
        ctx.set({ 'Cache-Control': 'no-cache', ETag: made.etag });
        if (ctx.fresh) {
          ctx.status = 304;
          return;
        }
        ctx.type = 'application/json';
        ctx.body = made.text;
      },
    ];
  },
};
