import { mkdtempSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { makeArtefacts } from '../support/artefacts.js';
import { openApi } from '../support/contract-check.js';
import { expect, test } from '../support/test.js';

// The Bruno collection of docs/integrations.md, read by Bruno's own parser (`bru run` installs 276 MB). Its bodies are
// the examples of the OpenAPI document, which test/core/api/openapi checks.

/** The package has no types. The schemas below check what it returns. */
const bruno: Record<string, (text: string) => unknown> = createRequire(import.meta.url)('@usebruno/lang');
const pairs = z.array(z.object({ name: z.string(), value: z.string().nullable(), enabled: z.boolean() }));
const requestSchema = z.object({
  http: z.object({ method: z.string(), url: z.string(), auth: z.enum(['inherit', 'none']) }),
  params: pairs.default([]),
  body: z.object({ json: z.string() }).optional(),
  assertions: pairs.min(1),
});
const operationSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false) })),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.unknown()),
  security: z.array(z.unknown()).optional(),
});

test('Bruno reads a request for every operation, with what it must have, and asserts a status it may have', {
  tag: '@gate',
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'artefacts-'));
  makeArtefacts(folder);
  const read = (parser: string, ...path: string[]) =>
    bruno[parser]?.(readFileSync(join(folder, 'bruno', ...path), 'utf8'));
  const { variables } = z
    .object({ variables: pairs })
    .parse(read('bruToEnvJsonV2', 'environments', 'demo.bru'));
  const values = new Map(variables.map(({ name, value }) => [name, value ?? '']));
  const filled = (text: string) => text.replace(/\{\{(\w+)\}\}/g, (_, name) => values.get(name) ?? 'later');
  const auth = { mode: 'apikey', apikey: { key: 'X-API-Key', value: '{{apiKey}}', placement: 'header' } };
  expect(read('collectionBruToJson', 'collection.bru')).toMatchObject({ auth });
  for (const [path, methods] of Object.entries(openApi().paths))
    for (const [method, written] of Object.entries(methods)) {
      const { operationId, tags, parameters, requestBody, responses, security } =
        operationSchema.parse(written);
      const request = requestSchema.parse(read('bruToJsonV2', tags[0] ?? '', `${operationId}.bru`));
      expect(request.http.method, operationId).toBe(method);
      const [sent] = request.http.url.split('?');
      expect(sent, operationId).toBe(`{{baseUrl}}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
      expect(request.http.auth, operationId).toBe(security?.length === 0 ? 'none' : 'inherit');
      for (const { name, in: place, required } of parameters)
        if (required && place !== 'header') {
          const given = request.params.find((one) => one.name === name);
          expect([given?.enabled, filled(given?.value ?? '')], `${operationId} ${name}`).toEqual([
            true,
            expect.stringMatching(/\S/),
          ]);
        }
      expect(request.body !== undefined, operationId).toBe(requestBody !== undefined);
      if (request.body !== undefined) JSON.parse(filled(request.body.json));
      const [status] = request.assertions;
      expect(Object.keys(responses), operationId).toContain(/\d+/.exec(status?.value ?? '')?.[0]);
    }
});
