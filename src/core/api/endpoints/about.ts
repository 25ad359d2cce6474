import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Refusal } from '../../capability.js';
import { type Offer, offersSchema } from '../../published/offers.js';
import { DOCS_PATH, DOCUMENT_PATH } from '../../published/paths.js';
import { infoData, infoOf } from '../../published/place-answer.js';
import { published } from '../../texts/messages.js';
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

/** The fields of one part: whether it is offered, or why not. */
export function offerOf(name: string, refused: Refusal | null): Readonly<Record<string, unknown>> {
  return {
    [name]: refused === null,
    [`${name}_refusal`]: refused?.message ?? null,
    [`${name}_refusal_reason`]: refused?.reason ?? null,
    [`${name}_refusal_values`]: refused?.values ?? {},
  };
}

/** Needs no key: a page calls this endpoint before it asks its user for a key. Call it once in a process. */
export function capabilitiesEndpoint(offers: readonly Offer[]): Endpoint {
  const all = (refusalOf: (offer: Offer) => Refusal | null) =>
    Object.assign({}, ...offers.map((offer) => offerOf(offer.name, refusalOf(offer))));
  return {
    method: 'get',
    path: '/api/capabilities',
    id: 'capabilities',
    ...OPEN,
    summary: 'Read which optional parts this client can use',
    description:
      'Says which optional parts of the API this client can use. Needs no key, and is available while the API is switched off. A client that reads the answer first does not send requests that must fail.',
    success: dataOf(offersSchema(offers), {
      'with all parts': all(() => null),
      'a service that keeps no data': all(({ example }) => published(example)),
    }),
    failures: ['InvalidRequest', 'InternalError'],
    answer: (core) => [
      async (ctx) => {
        ctx.body = { status: 'success', data: await core.offers(ctx) };
      },
    ],
  };
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
  others: {
    304: { description: 'Not changed since the version in `If-None-Match`.' },
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
