import type { Language } from '../../../core/published/language.js';
import type { Api } from '../../../kit/client/api.js';
import { evidenceFileNames } from '../../../kit/lists/file-name.js';
import { wallClock } from '../../../kit/lists/table.js';
import { namedFileOf } from '../../../kit/ui/state/service.js';

/**
 * Has the service make the evidence pack of a link. Returns the file and its name. @throws RequestFailed, also when the
 * service cannot prove the verdict
 */
export function evidenceFile(api: Api, language: Language, url: string, signal: AbortSignal) {
  const query = { url, lang: language };
  const { name } = evidenceFileNames(wallClock(new Date()) ?? '', language, { place: null, author: null });
  return namedFileOf(api, { path: 'review-evidence', query, retries: 1, signal }, 'application/zip', name);
}
