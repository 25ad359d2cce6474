import { searchEnvelope } from '../../places/wire/search-envelope.js';
import { currentRules } from '../../provider/rules/current.js';
import { frameIdsIn, readReviewsBatch } from '../../reviews/wire/reviews-batch.js';
import type { RuleLine } from './proposal.js';
import type { ReadRecording } from './recorded-data.js';

/** An answer whose form counts, and how it is read. */
export interface FormReport {
  readonly form: 'reviews' | 'results';
  /** The file. */
  readonly part: string;
  /** What the reader makes of it, e.g. `batch`, `unframed`, `unknown_form`, `results`. */
  readonly reading: string;
  readonly isRead: boolean;
  /** What is there: ids of frames, number of reviews. */
  readonly what: string;
  /** Ids of frames that the rules do not know, where the answer cannot be read. */
  readonly lines: readonly RuleLine[];
}

/** The forms of one recording. */
export function formReports({ recording: { about, bodies } }: ReadRecording): readonly FormReport[] {
  return about.parts
    .filter(({ status }) => status === 200)
    .flatMap(({ kind, file }): FormReport[] => {
      const body = bodies[file] ?? '';
      if (kind === 'batch') return [batchReport(file, body)];
      return kind === 'search' ? [searchReport(file, body)] : [];
    });
}

function batchReport(part: string, body: string): FormReport {
  const reading = readReviewsBatch(body);
  const ids = frameIdsIn(body);
  const frames = ids.map((id) => JSON.stringify(id)).join(', ');
  if (reading.kind === 'batch' || reading.kind === 'empty') {
    const records = reading.kind === 'batch' ? reading.batch.records.length : 0;
    const what = `${frames}: ${records}`;
    return { form: 'reviews', part, reading: reading.kind, isRead: true, what, lines: [] };
  }
  const lines = ids
    .filter((id) => !currentRules().frameIds.reviews.includes(id))
    .map((id) => ({ list: 'frameIds.reviews', entry: id }));
  const what = `${frames}: ${reading.what}`;
  return { form: 'reviews', part, reading: reading.kind, isRead: false, what, lines };
}

function searchReport(part: string, body: string): FormReport {
  const reading = searchEnvelope(body);
  return { form: 'results', part, reading, isRead: reading !== 'unknown_form', what: '', lines: [] };
}
