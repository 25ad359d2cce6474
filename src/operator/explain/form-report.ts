import { readReviewsBatch } from '../../provider/wire/reviews-batch.js';
import { searchEnvelope } from '../../provider/wire/search-envelope.js';
import { batchProposals, frameIdsIn } from './batch-proposals.js';
import { consentForms, consentProposals } from './consent-proposals.js';
import { linkTree } from './element-tree.js';
import { byScore, type Proposal, quoted } from './proposal.js';
import type { ReadRecording } from './recorded-data.js';
import { searchProposals } from './search-proposals.js';
import type { Form, Want } from './wants.js';

/** An answer or a page whose form counts, how it is read, and what would make it readable. */
export interface FormReport {
  readonly form: Form;
  /** The file; null = the page as it was shown. */
  readonly part: string | null;
  /** What the reader makes of it, e.g. `batch`, `unframed`, `unknown_form`, `results`. */
  readonly reading: string;
  readonly isRead: boolean;
  /** What is there: reviews, ids of frames, labels of forms. */
  readonly what: string;
  readonly proposals: readonly Proposal[];
}

/** The forms of one recording. */
export function formReports({ recording }: ReadRecording, wants: readonly Want[]): readonly FormReport[] {
  const textOf = (form: Form) => wants.find(({ kind }) => kind === form)?.text ?? null;
  const counted = (form: Form) => {
    const count = Number.parseInt(textOf(form) ?? '', 10);
    return Number.isNaN(count) ? null : count;
  };
  const { about, bodies, panel } = recording;
  const answers = about.parts
    .filter(({ status }) => status === 200)
    .flatMap(({ kind, file }): FormReport[] => {
      const body = bodies[file] ?? '';
      if (kind === 'batch') return [batchReport(file, body, counted('reviews'))];
      return kind === 'search' ? [searchReport(file, body, counted('results'))] : [];
    });
  const page = about.kind === 'consent' ? linkTree(panel) : null;
  if (page === null) return answers;
  const proposals = byScore(consentProposals(page, textOf('consent')));
  const what = consentForms(page).join(', ');
  return [
    ...answers,
    { form: 'consent', part: null, reading: 'unknown_form', isRead: false, what, proposals },
  ];
}

function batchReport(part: string, body: string, count: number | null): FormReport {
  const reading = readReviewsBatch(body);
  const frames = frameIdsIn(body).map(quoted).join(', ');
  if (reading.kind === 'batch' || reading.kind === 'empty') {
    const records = reading.kind === 'batch' ? reading.batch.records.length : 0;
    const what = `${frames}: ${records}`;
    return { form: 'reviews', part, reading: reading.kind, isRead: true, what, proposals: [] };
  }
  const what = `${frames}: ${reading.what}`;
  const proposals = byScore(batchProposals(body, count));
  return { form: 'reviews', part, reading: reading.kind, isRead: false, what, proposals };
}

function searchReport(part: string, body: string, count: number | null): FormReport {
  const reading = searchEnvelope(body);
  const isRead = reading !== 'unknown_form';
  const proposals = isRead ? [] : byScore(searchProposals(body, count));
  return { form: 'results', part, reading, isRead, what: '', proposals };
}
