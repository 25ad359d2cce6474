import type { JobType } from '../../contract/lines.js';
import { useConsole, useTexts } from '../context.js';
import { SampleList } from '../help/examples.js';
import { ListField } from '../links/field.js';
import { PAGE_CHOICES } from '../state/route.js';
import { Choice } from '../ui/choice.js';
import { FailureNotice } from '../ui/failure-notice.js';

const TYPES: readonly JobType[] = ['review-visibility', 'place-details', 'place-reviews'];

/** The form that begins a job. */
export function JobForm() {
  const { draft, board, announce, go, examples } = useConsole();
  const texts = useTexts();
  const { jobs: words } = texts;
  const { list, table } = draft.input.own.value;
  const { links, repeated, skipped } = list;
  const isReady = links.length > 0 && !draft.isSending.value;
  const failure = draft.failure.value;
  const { places, reviews } = examples;
  const samples: Readonly<Record<JobType, readonly string[]>> = {
    'review-visibility': reviews,
    'place-details': places,
    // These jobs take Place IDs only.
    'place-reviews': places.filter((place) => place.startsWith('ChIJ')),
  };
  const sample = samples[draft.type.value];
  const submit = async (event: Event) => {
    event.preventDefault();
    if (!isReady) return;
    const job = await draft.submit();
    if (job === null) return;
    board.put(job);
    announce(words.submitted);
    go({ view: 'jobs', id: job.id });
  };
  return (
    <form class="asking" onSubmit={submit} aria-label={words.add}>
      <div class="line fields">
        <div>
          <Choice
            id="job-type"
            label={words.type}
            value={draft.type.value}
            options={TYPES.map((type) => [type, words.types[type]])}
            choose={(type) => {
              draft.type.value = type;
            }}
          />
        </div>
        {draft.type.value === 'place-reviews' && (
          <div>
            <Choice
              id="job-pages"
              label={words.maxPages}
              value={draft.maxPages.value}
              options={PAGE_CHOICES.map((pages) => [pages, texts.reviews.pagesOf(pages)])}
              choose={(pages) => {
                draft.maxPages.value = pages;
              }}
            />
          </div>
        )}
      </div>
      <ListField
        input={draft.input}
        name="job"
        label={words.labels[draft.type.value]}
        placeholder={draft.type.value === 'place-reviews' ? 'ChIJ…' : 'https://maps.app.goo.gl/…'}
        fileFailed={words.fileFailed}
      />
      <p class="muted" aria-live="polite">
        {links.length === 0 && skipped.length === 0
          ? words.none
          : words.counted(links.length, repeated, skipped.length, table?.width ?? 0)}
      </p>
      <div class="actions">
        <button type="submit" aria-disabled={!isReady}>
          {draft.isSending.value ? words.sending : words.submit}
        </button>
        {draft.input.text.value === '' && draft.input.file.value === null && (
          <SampleList
            lines={sample}
            use={(list) => {
              draft.input.text.value = list;
            }}
          />
        )}
      </div>
      {failure !== null && <FailureNotice failure={failure} invalid={words.invalid} />}
      {failure?.code === 'rate_limited' && <p>{words.tooMany}</p>}
    </form>
  );
}
