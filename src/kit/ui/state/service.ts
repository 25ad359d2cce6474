import { createJobs } from '../../../capabilities/jobs/job-client.js';
import type { Job, JobLine } from '../../../capabilities/jobs/published.js';
import { type Api, type ApiRequest, createApi } from '../../client/api.js';
import type { Keys } from './keys.js';
import { UNSTOPPED } from './runs.js';

/**
 * With only `cache: 'no-store'`, browsers send `Cache-Control: no-cache`, and the API then asks the map provider again.
 * Setting the header here prevents this.
 */
const DO_NOT_STORE: RequestInit = { cache: 'no-store', headers: { 'Cache-Control': 'no-store' } };

/** Retries for a page of results whose connection breaks. All other requests have a button to try again. */
const PAGE_RETRIES = 2;

/** The API of the service that serves this page. `patientJobs` reads results again when the connection breaks. */
export function createService(keys: Keys) {
  const api = createApi({
    base: '',
    key: () => keys.current.value,
    askForKey: keys.askFor,
    init: DO_NOT_STORE,
    retries: 0,
  });
  const shapes = { isJob: hasKey<Job>('state'), isLine: hasKey<JobLine>('type') };
  return {
    api,
    jobs: createJobs({ api, ...shapes, retries: 0 }),
    patientJobs: createJobs({ api, ...shapes, retries: PAGE_RETRIES }),
  };
}

/** The whole file of an answer. @throws RequestFailed */
export async function fileOf(api: Api, request: Omit<ApiRequest, 'signal'>, type: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of api.file({ ...request, signal: UNSTOPPED }, type)) parts.push(part);
  return new Blob(parts, { type });
}

/** The whole file of an answer and its name. `otherwise`: the name if the answer proposes none. @throws RequestFailed */
export async function namedFileOf(
  api: Api,
  request: Omit<ApiRequest, 'signal' | 'onFileName'>,
  type: string,
  otherwise: string,
): Promise<readonly [content: Blob, name: string]> {
  let name = otherwise;
  const onFileName = (proposed: string) => {
    name = proposed;
  };
  return [await fileOf(api, { ...request, onFileName }, type), name];
}

/**
 * Recognises an answer, or a line of an answer, by a required key. The console needs no further check, because the page
 * and the answers come from the same service.
 */
export function hasKey<T>(key: keyof T & string): (value: unknown) => value is T {
  return (value): value is T => typeof value === 'object' && value !== null && key in value;
}
