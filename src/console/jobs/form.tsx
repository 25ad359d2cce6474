import { useSignal } from '@preact/signals';
import type { JobType } from '../../contract/lines.js';
import { useConsole, useTexts } from '../context.js';
import { SampleList } from '../help/examples.js';
import { MAX_PAGES } from '../state/route.js';
import { FailureNotice } from '../ui/failure-notice.js';

const TYPES: readonly JobType[] = ['review-visibility', 'place-details', 'place-reviews'];
const PAGE_CHOICES = [1, 5, 10, 25, MAX_PAGES];

/** The form that begins a job. */
export function JobForm() {
  const { draft, board, announce, go, examples } = useConsole();
  const texts = useTexts();
  const { jobs: words } = texts;
  const { links, repeated, skipped } = draft.parsed.value;
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
        <Choice
          id="job-type"
          label={words.type}
          value={draft.type.value}
          options={TYPES.map((type) => [type, words.types[type]])}
          choose={(type) => {
            draft.type.value = type as JobType;
          }}
        />
        {draft.type.value === 'place-reviews' && (
          <Choice
            id="job-pages"
            label={words.maxPages}
            value={String(draft.maxPages.value)}
            options={PAGE_CHOICES.map((pages) => [String(pages), texts.reviews.pagesOf(pages)])}
            choose={(pages) => {
              draft.maxPages.value = Number(pages);
            }}
          />
        )}
      </div>
      <ListField />
      <p class="muted" aria-live="polite">
        {links.length === 0 && skipped.length === 0
          ? words.none
          : words.counted(links.length, repeated, skipped.length)}
      </p>
      <div class="actions">
        <button type="submit" aria-disabled={!isReady}>
          {draft.isSending.value ? words.sending : words.submit}
        </button>
        {draft.text.value === '' && draft.file.value === null && (
          <SampleList
            lines={sample}
            use={(list) => {
              draft.text.value = list;
            }}
          />
        )}
      </div>
      {failure !== null && <FailureNotice failure={failure} invalid={words.invalid} />}
      {failure?.code === 'rate_limited' && <p>{words.tooMany}</p>}
    </form>
  );
}

interface ChoiceProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, text: string])[];
  choose(value: string): void;
}

function Choice({ id, label, value, options, choose }: ChoiceProps) {
  return (
    <div>
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The list, typed, pasted, or from a file. */
function ListField() {
  const { draft } = useConsole();
  const { jobs: texts } = useTexts();
  const failed = useSignal(false);
  const isOver = useSignal(false);
  const file = draft.file.value;
  const take = async (chosen: File | undefined) => {
    if (chosen !== undefined) failed.value = !(await draft.take(chosen));
  };
  return (
    <>
      {file === null ? (
        <>
          <label for="job-text">{texts.labels[draft.type.value]}</label>
          <textarea
            id="job-text"
            class={isOver.value ? 'over' : undefined}
            rows={6}
            value={draft.text.value}
            placeholder={draft.type.value === 'place-reviews' ? 'ChIJ…' : 'https://maps.app.goo.gl/…'}
            spellcheck={false}
            autocomplete="off"
            onInput={(event) => {
              draft.text.value = event.currentTarget.value;
            }}
            onDragOver={(event) => {
              event.preventDefault();
              isOver.value = true;
            }}
            onDragLeave={() => {
              isOver.value = false;
            }}
            onDrop={(event) => {
              isOver.value = false;
              const dropped = event.dataTransfer?.files[0];
              if (dropped === undefined) return;
              event.preventDefault();
              void take(dropped);
            }}
          />
        </>
      ) : (
        <p class="chosen">
          <strong>{texts.chosen(file.name)}</strong>{' '}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              draft.file.value = null;
            }}
          >
            {texts.removeFile}
          </button>
        </p>
      )}
      <div class="file">
        <label class="button quiet" for="job-file">
          {texts.file}
        </label>
        <input
          id="job-file"
          class="unseen"
          type="file"
          accept=".txt,.csv,.tsv,text/plain,text/csv"
          onChange={(event) => {
            const field = event.currentTarget;
            void take(field.files?.[0]).then(() => {
              field.value = '';
            });
          }}
        />
        {file === null && <span class="muted drop-hint">{texts.drop}</span>}
      </div>
      {failed.value && <p role="alert">{texts.fileFailed}</p>}
    </>
  );
}
