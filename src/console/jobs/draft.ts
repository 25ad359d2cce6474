import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Jobs, newRequestKey } from '../../clients/jobs.js';
import { type Failure, failureOf } from '../../contract/failure.js';
import type { Job, JobType } from '../../contract/lines.js';
import { parseJobList } from '../../lists/job-list.js';
import type { LinkList } from '../../lists/link-list.js';
import { textOfFile } from '../../lists/text-file.js';
import { MAX_PAGES } from '../state/route.js';
import { settledText } from '../state/settled-text.js';

/** A list from a file: it may be too long for a text field. */
export interface ListFile {
  readonly name: string;
  readonly text: string;
}

/** The job that the user is about to begin. */
export interface JobDraft {
  readonly type: Signal<JobType>;
  readonly text: Signal<string>;
  /** In place of the text. */
  readonly file: Signal<ListFile | null>;
  readonly maxPages: Signal<number>;
  readonly parsed: ReadonlySignal<LinkList>;
  readonly isSending: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<Failure | null>;
  /** False for a file that is no text, or too large. */
  take(file: File): Promise<boolean>;
  /** Begins the job; null when that fails. */
  submit(): Promise<Job | null>;
}

/** The service takes 64 MiB. */
const LARGEST_FILE = 64 * 1_048_576;

export function createJobDraft(api: Jobs): JobDraft {
  const type = signal<JobType>('review-visibility');
  const text = signal('');
  const file = signal<ListFile | null>(null);
  const maxPages = signal(MAX_PAGES);
  const isSending = signal(false);
  const failure = signal<Failure | null>(null);
  const settled = settledText(text);
  const parsed = computed(() => parseJobList(type.value, file.value?.text ?? settled.value.value));
  /** The same as long as the list is the same: pressing the button again then makes no second job. */
  const requestKey = computed(() => [parsed.value, maxPages.value, newRequestKey()] as const);

  return {
    type,
    text,
    file,
    maxPages,
    parsed,
    isSending,
    failure,
    take: async (chosen) => {
      const found =
        chosen.size > LARGEST_FILE ? null : textOfFile(new Uint8Array(await chosen.arrayBuffer()));
      if (found !== null) file.value = { name: chosen.name, text: found };
      return found !== null;
    },
    submit: async () => {
      settled.settle();
      isSending.value = true;
      failure.value = null;
      const { signal: never } = new AbortController();
      try {
        const job = await api.submit(
          {
            type: type.value,
            parameters: type.value === 'place-reviews' ? { max_pages: maxPages.value } : {},
            urls: parsed.value.links.map(({ url }) => url),
            requestKey: requestKey.value[2],
          },
          never,
        );
        file.value = null;
        text.value = '';
        return job;
      } catch (error) {
        failure.value = failureOf(error, never);
        return null;
      } finally {
        isSending.value = false;
      }
    },
  };
}
