import type { Page, Response } from 'playwright';
import { frameIdsIn } from '../reviews/wire/reviews-batch.js';

const ENDPOINT = '/data/batchexecute';
const MOST_FRAMES = 8;

/** Collects the names of the calls whose answers a page receives. */
export function collectFrameIds(page: Pick<Page, 'on' | 'off'>): {
  /** Those received so far, each once. */
  ids(): Promise<readonly string[]>;
  dispose(): void;
} {
  const found = new Set<string>();
  const reading = new Set<Promise<void>>();
  const read = async (response: Response) => {
    const body = await response.text().catch(() => '');
    for (const id of frameIdsIn(body)) if (found.size < MOST_FRAMES) found.add(id);
  };
  const onResponse = (response: Response) => {
    if (!new URL(response.url()).pathname.includes(ENDPOINT)) return;
    const work = read(response).finally(() => reading.delete(work));
    reading.add(work);
  };
  page.on('response', onResponse);
  return {
    ids: async () => {
      await Promise.all(reading);
      return [...found];
    },
    dispose: () => void page.off('response', onResponse),
  };
}
