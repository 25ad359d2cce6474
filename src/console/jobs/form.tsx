import type { JobType } from '../../contract/lines.js';
import { useConsole, useTexts } from '../context.js';
import { ListForm } from '../input/list-form.js';
import { PAGE_CHOICES } from '../state/route.js';
import { setter } from '../state/signals.js';
import { FailureNotice } from '../ui/failure-notice.js';
import { Choice } from '../ui/fields.js';

const TYPES: readonly JobType[] = ['review-visibility', 'place-details', 'place-reviews'];

/** The form that begins a job. */
export function JobForm() {
  const { draft, board, announce, go, examples } = useConsole();
  const { jobs: words } = useTexts();
  const type = draft.type.value;
  const { list, table } = draft.input.own.value;
  const { links, repeated, skipped } = list;
  const failure = draft.failure.value;
  const { places, reviews } = examples;
  const samples: Readonly<Record<JobType, readonly string[]>> = {
    'review-visibility': reviews,
    'place-details': places,
    // These jobs take Place IDs only.
    'place-reviews': places.filter((place) => place.startsWith('ChIJ')),
  };
  const submit = async () => {
    const job = await draft.submit();
    if (job === null) return;
    board.put(job);
    announce(words.submitted);
    go({ view: 'jobs', id: job.id });
  };
  return (
    <div class="stack">
      <ListForm
        input={draft.input}
        title={words.add}
        name="job"
        label={words.labels[type]}
        placeholder={type === 'place-reviews' ? 'ChIJ…' : 'https://maps.app.goo.gl/…'}
        fileFailed={words.fileFailed}
        counted={
          links.length === 0 && skipped.length === 0
            ? words.none
            : words.counted(links.length, repeated, skipped.length, table?.width ?? 0)
        }
        action={draft.isSending.value ? words.sending : words.submit}
        isReady={links.length > 0 && !draft.isSending.value}
        start={() => void submit()}
        sample={samples[type]}
        above={<JobFields />}
      />
      {failure !== null && <FailureNotice failure={failure} invalid={words.invalid} />}
      {failure?.code === 'rate_limited' && <p>{words.tooMany}</p>}
    </div>
  );
}

/** What the job does with each entry of the list. */
function JobFields() {
  const { draft } = useConsole();
  const { jobs: words, reviews } = useTexts();
  return (
    <div class="line fields">
      <Choice
        id="job-type"
        label={words.type}
        value={draft.type.value}
        options={TYPES.map((type) => [type, words.types[type]])}
        choose={setter(draft.type)}
      />
      {draft.type.value === 'place-reviews' && (
        <Choice
          id="job-pages"
          label={words.maxPages}
          value={draft.maxPages.value}
          options={PAGE_CHOICES.map((pages) => [pages, reviews.pagesOf(pages)])}
          choose={setter(draft.maxPages)}
        />
      )}
    </div>
  );
}
