import { computed, signal } from '@preact/signals';
import { mayBeReview } from '../../../kit/lists/links-in-lists.js';
import type { JobType } from '../../../kit/lists/list-limits.js';
import { LISTED, queryOf } from '../../../kit/lists/read-list.js';
import type { Here } from '../../../kit/ui/context.js';
import { createListInput, type ListSource, parseSource } from '../../../kit/ui/input/source.js';
import { MAX_PAGES } from '../../../kit/ui/state/route.js';
import { UNSTOPPED } from '../../../kit/ui/state/runs.js';
import { jobTableOf, newRequestKey } from '../job-client.js';
import type { Job } from '../published.js';
import { jobsAt } from './jobs-store.js';

/** Maximum bytes of a file: the service takes 64 MiB. */
const MAX_FILE = 64 * 1_048_576;

/** The job that the user is preparing. Columns without a heading have names in the language of the page. */
export function jobDraft({ api, language }: Here) {
  const type = signal<JobType>('review-visibility');
  const listed = computed(() => LISTED[type.value]);
  // A text file may be too long for a text field.
  const input = createListInput({ listed, maxBytes: MAX_FILE, keepsTextFiles: true });
  const maxPages = signal(MAX_PAGES);
  /** Stays the same while the list stays the same, so that a second press of the button does not make a second job. */
  const requestKey = computed(
    () => [input.own.value, maxPages.value, language.value, newRequestKey()] as const,
  );

  return {
    type,
    input,
    maxPages,
    /** Shows a list, to be checked: its reviews if it has links to them, otherwise its places. */
    show: (source: ListSource) => {
      const { links } = parseSource(source, 'reviews').list;
      type.value = links.some(({ url }) => mayBeReview(url)) ? 'review-visibility' : 'place-details';
      input.show(source);
    },
    /** Begins the job. @throws RequestFailed */
    submit: async (): Promise<Job> => {
      input.settle();
      const own = input.own.value;
      const job = await jobsAt(api, 0).submit(
        {
          type: type.value,
          parameters: type.value === 'place-reviews' ? { max_pages: maxPages.value } : {},
          urls: own.list.links.map(queryOf),
          table: jobTableOf(own, language.value),
          requestKey: requestKey.value[3],
        },
        UNSTOPPED,
      );
      input.clear();
      return job;
    },
  };
}
