import { type Api, type ApiRequest, createApi } from '../../client/api.js';
import type { Keys } from './keys.js';
import { UNSTOPPED } from './runs.js';

/**
 * With only `cache: 'no-store'`, browsers send `Cache-Control: no-cache`, and the API then asks the map provider again.
 * Setting the header here prevents this.
 */
const DO_NOT_STORE: RequestInit = { cache: 'no-store', headers: { 'Cache-Control': 'no-store' } };

/** The API of the service that serves this page. */
export function createService(keys: Keys): Api {
  return createApi({
    base: '',
    key: () => keys.current.value,
    askForKey: keys.askFor,
    init: DO_NOT_STORE,
    retries: 0,
  });
}

type FileRequest = Omit<ApiRequest, 'signal'> & Partial<Pick<ApiRequest, 'signal'>>;

/** The whole file of an answer. @throws RequestFailed */
export async function fileOf(api: Api, request: FileRequest, type: string): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for await (const part of api.file({ signal: UNSTOPPED, ...request }, type)) parts.push(part);
  return new Blob(parts, { type });
}

/** The whole file of an answer and its name. `otherwise`: the name if the answer proposes none. @throws RequestFailed */
export async function namedFileOf(
  api: Api,
  request: Omit<FileRequest, 'onFileName'>,
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
