import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Jobs, jobTableOf, newRequestKey } from '../../clients/jobs.js';
import { type Failure, failureOf } from '../../contract/failure.js';
import type { Language } from '../../contract/language.js';
import type { Job, JobType } from '../../contract/lines.js';
import { LISTED } from '../../lists/read-list.js';
import { createListInput, type ListInput } from '../links/source.js';
import { MAX_PAGES } from '../state/route.js';

/** The job that the user is preparing. */
export interface JobDraft {
  readonly type: Signal<JobType>;
  readonly input: ListInput;
  readonly maxPages: Signal<number>;
  readonly isSending: ReadonlySignal<boolean>;
  readonly failure: ReadonlySignal<Failure | null>;
  /** Begins the job; null when that fails. */
  submit(): Promise<Job | null>;
}

/** Maximum bytes of a file: the service takes 64 MiB. */
const MAX_FILE = 64 * 1_048_576;

/** `language`: language of the names for columns without a heading in the results. */
export function createJobDraft(api: Jobs, language: ReadonlySignal<Language>): JobDraft {
  const type = signal<JobType>('review-visibility');
  const listed = computed(() => LISTED[type.value]);
  // A text file may be too long for a text field.
  const input = createListInput({ listed, maxBytes: MAX_FILE, keepsTextFiles: true });
  const maxPages = signal(MAX_PAGES);
  const isSending = signal(false);
  const failure = signal<Failure | null>(null);
  /** Stays the same while the list stays the same, so that a second press of the button does not make a second job. */
  const requestKey = computed(
    () => [input.own.value, maxPages.value, language.value, newRequestKey()] as const,
  );

  return {
    type,
    input,
    maxPages,
    isSending,
    failure,
    submit: async () => {
      input.settle();
      isSending.value = true;
      failure.value = null;
      const { signal: never } = new AbortController();
      try {
        const own = input.own.value;
        const job = await api.submit(
          {
            type: type.value,
            parameters: type.value === 'place-reviews' ? { max_pages: maxPages.value } : {},
            urls: own.list.links.map(({ url }) => url),
            table: jobTableOf(own, language.value),
            requestKey: requestKey.value[3],
          },
          never,
        );
        input.file.value = null;
        input.text.value = '';
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
