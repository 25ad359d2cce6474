import { useSignal } from '@preact/signals';
import { type Failure, failureOf } from '../../../core/published/failure.js';
import { Button } from '../button.js';
import { useConsole, useParts, useTexts } from '../context.js';
import { saveFile } from '../downloads.js';
import { webAddress } from '../external-link.js';
import { Mark } from '../signs.js';
import { UNSTOPPED } from '../state/runs.js';
import { type ListRow, type RowKind, shortName } from './list-rows.js';

/** Whether the service can prove what it says about a row: it can load every link to a review. */
export function isProvable({ found, query, isReview }: ListRow): boolean {
  if (found.kind !== 'failed') return 'verdict' in found;
  const { code } = found.failure;
  return isReview && webAddress(query) !== null && code !== 'invalid_request' && code !== 'no_results';
}

/** Makes and saves the proof of a row. */
export function ProofButton(props: {
  row: ListRow;
  fail: (failure: Failure | null) => void;
  class?: string;
}) {
  const { row, fail } = props;
  const here = useConsole();
  const { t } = useTexts();
  const isBusy = useSignal(false);
  const proof = useParts().find(({ linkProof }) => linkProof !== undefined)?.linkProof;
  const make = async () => {
    isBusy.value = true;
    fail(null);
    try {
      const [content, name] = (await proof?.(here, row.query, UNSTOPPED)) ?? [];
      if (content !== undefined && name !== undefined) saveFile(content, name);
    } catch (error) {
      fail(failureOf(error, UNSTOPPED));
    }
    isBusy.value = false;
  };
  return (
    <Button
      text={t(isBusy.value ? 'links.proofBusy' : 'links.proof')}
      class={props.class ?? 'quiet'}
      title={t('links.evidenceTakes')}
      aria-label={`${t('links.proof')}: ${shortName(row.query)}`}
      isOff={isBusy.value}
      onClick={() => void make()}
    />
  );
}

const MARKS = {
  visible: ['good', '✓'],
  hidden: ['bad', '✕'],
  unclear: ['changed', '?'],
  several: ['changed', '?'],
  failed: ['warn', '!'],
  waiting: ['plain', '…'],
  unchecked: ['plain', '–'],
  none: ['plain', '–'],
  place: ['good', '✓'],
  reviews: ['good', '✓'],
} as const;

export function FoundMark({ kind }: { kind: RowKind | 'unchecked' }) {
  const [tone, sign] = MARKS[kind];
  return <Mark tone={tone} sign={sign} text={useTexts().t(`links.${kind}`)} />;
}
