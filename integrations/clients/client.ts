import { setTimeout as wait } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './place-lookup.js';

type Line = components['schemas']['BulkVisibilityLine'];

const { PLACE_LOOKUP_API: baseUrl = 'http://127.0.0.1:3000', PLACE_LOOKUP_API_KEY: key } = process.env;
const RETRIES = 5;

/** Refuses an answer that is no JSON, such as the error page of a proxy in front of the service. */
function ofService(response: Response): Response {
  if (response.headers.get('Content-Type')?.includes('json')) return response;
  throw new Error(`HTTP ${response.status}: the answer is no JSON of the service`);
}

/** Repeats a request that is answered 429 or 503, after the time that the service asks for. */
async function patientFetch(request: Request): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch(request.clone());
    const isBusy = response.status === 429 || response.status === 503;
    if (!isBusy || attempt === RETRIES) return ofService(response);
    await response.body?.cancel();
    const seconds = Number(response.headers.get('Retry-After') ?? 10);
    await wait(seconds * 1000, undefined, { signal: request.signal });
  }
}

/** The lines of an NDJSON answer as they arrive. */
async function* linesOf<T>(body: ReadableStream<Uint8Array>): AsyncGenerator<T> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield JSON.parse(line) as T;
  }
}

const api = createClient<paths>({
  baseUrl,
  fetch: patientFetch,
  headers: key === undefined ? {} : { 'X-API-Key': key },
});

const place = await api.GET('/api/details', {
  params: { query: { placeid: 'ChIJJz6dChxbFkcRFk6Qq9KBXD8' } },
});
if (place.error !== undefined) throw new Error(place.error.error.message);
const { nazwa_wizytowki, srednia_ocen, liczba_opinii } = place.data.data.details;
console.log(`${nazwa_wizytowki}: ${srednia_ocen} (${liczba_opinii})`);

const check = await api.POST('/api/review-visibility', {
  body: { urls: ['https://maps.app.goo.gl/RevVisible', 'https://maps.app.goo.gl/RevRemoved'] },
  headers: { Accept: 'application/x-ndjson' },
  parseAs: 'stream',
});
if (check.error !== undefined || check.data === null) throw new Error(check.error?.error.message);
let isComplete = false;
for await (const line of linesOf<Line>(check.data)) {
  if (line.type === 'result') console.log(`${line.review_url}: ${line.visibility_reason}`);
  else if (line.type === 'summary') isComplete = true;
  // Only a request with "progress": true gets such a line.
  else if (line.type === 'progress') continue;
  else if ('index' in line) console.log(`${line.review_url}: no verdict, ${line.error.code}`);
  else throw new Error(line.error.message);
}
if (!isComplete) throw new Error('the answer broke off');
