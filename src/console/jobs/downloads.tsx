import { useSignal } from '@preact/signals';
import { type Failure, failureOf } from '../../contract/failure.js';
import type { Job } from '../../contract/lines.js';
import { jobFileName } from '../../lists/file-name.js';
import { useConsole, useTexts } from '../context.js';
import { save } from '../download/files.js';
import { FailureNotice } from '../ui/failure-notice.js';

const FORMATS = ['csv', 'xlsx', 'ndjson'] as const;

/** Downloads all results of a job that has ended. The service makes the files. */
export function JobDownloads({ job }: { job: Job }) {
  const { pages, languages, announce } = useConsole();
  const texts = useTexts();
  const busy = useSignal<(typeof FORMATS)[number] | null>(null);
  const failure = useSignal<Failure | null>(null);
  const get = async (format: (typeof FORMATS)[number]) => {
    if (busy.value !== null) return;
    busy.value = format;
    failure.value = null;
    try {
      const file = await pages.download(job.id, format, languages.current.value);
      const name = jobFileName(job, languages.current.value);
      announce(texts.download.done(save(file, `${name}.${format}`)));
    } catch (error) {
      failure.value = failureOf(error, new AbortController().signal);
    }
    busy.value = null;
  };
  const names = { csv: texts.download.csv, xlsx: texts.download.xlsx, ndjson: texts.jobs.ndjson };
  return (
    <>
      <span class="downloads">
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            class="quiet"
            aria-disabled={busy.value !== null}
            onClick={() => get(format)}
          >
            {busy.value === format ? texts.download.preparing : names[format]}
          </button>
        ))}
      </span>
      {failure.value !== null && <FailureNotice failure={failure.value} invalid={texts.jobs.tooLong} />}
    </>
  );
}
