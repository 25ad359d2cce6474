import { createLogger } from '../../../src/core/runtime/logger.js';
import { onHttp } from '../../support/http-only.js';
import { expect, test } from '../../support/test.js';

const PROBLEM = 'application/problem+json';

test(
  'a client that prefers application/problem+json gets failures in the shape of RFC 9457',
  onHttp({}, async ({ ask }) => {
    const asked = async (Accept: string, path = '/api/search') => {
      const answer = await ask(path, { headers: { Accept } });
      return { ...answer, body: JSON.parse(answer.text) };
    };
    const usual = await asked('*/*');
    const { code, message, field, reason, values } = usual.body.error;
    const problem = await asked(PROBLEM);
    expect(problem.status).toBe(400);
    expect(problem.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(problem.body).toEqual({
      ...{ type: 'urn:place-lookup:error:invalid_request', title: 'Bad Request', status: 400 },
      ...{ detail: message, code, field, reason, values },
      request_id: problem.headers['x-request-id'],
    });
    expect(problem.headers.vary).toContain('Accept');
    for (const accept of [
      'application/json',
      `${PROBLEM};q=0.5, application/json`,
      'application/x-ndjson',
      'x',
    ])
      expect((await asked(accept)).body, accept).toMatchObject({ status: 'error' });
    expect((await asked(PROBLEM, '/elsewhere')).body).toMatchObject({
      status: 404,
      code: 'unknown_endpoint',
    });
    expect((await asked(PROBLEM, '/api/info')).status).toBe(200);
  }),
);

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736';
const lines: { readonly msg: string; readonly traceId?: string }[] = [];
const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line)) });

test(
  'the trace id of traceparent stands in the log; a malformed traceparent is ignored',
  onHttp({ log }, async ({ ask }) => {
    for (const traceparent of [`00-${TRACE_ID}-00f067aa0ba902b7-01`, `00-${TRACE_ID}`, 'x', ''])
      await ask('/api/info', { headers: { traceparent } });
    await expect.poll(() => lines.length).toBe(4);
    expect(lines.map(({ traceId }) => traceId)).toEqual([TRACE_ID, undefined, undefined, undefined]);
  }),
);
