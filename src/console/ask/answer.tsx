import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Failure } from '../../core/published/failure.js';
import { Button } from '../../kit/ui/button.js';
import { useTexts } from '../../kit/ui/context.js';
import { FailureNotice } from '../../kit/ui/failure-notice.js';
import { shortName } from '../../kit/ui/list/list-rows.js';
import { RowDetails, reasonOf } from '../../kit/ui/list/row-details.js';
import { FoundMark, isProvable, ProofButton } from '../../kit/ui/list/row-parts.js';
import { Moment } from '../../kit/ui/moment.js';
import { Refusal } from '../../kit/ui/refusal.js';
import { setter } from '../../kit/ui/state/ui-signals.js';
import { useConsole } from '../shell.js';

/** The result of one link, below the field; or why a list was not taken. */
export function Answer() {
  const { ask, announce, offers } = useConsole();
  const texts = useTexts();
  const { t } = texts;
  const proofFailure = useSignal<Failure | null>(null);
  const checked = ask.checked.value;
  const row = checked?.row ?? null;
  useEffect(() => {
    proofFailure.value = null;
    if (row !== null) announce(`${t(`links.${row.found.kind}`)}. ${reasonOf(texts, row)}`);
  }, [row]);
  const failed = ask.failure.value;
  const refused = failed === null ? null : offers.refusal('jobs');
  if (refused !== null) return <Refusal {...refused} />;
  if (failed !== null) return <FailureNotice failure={failed} invalid={t('links.invalid')} />;
  if (checked === null) return null;
  return (
    <section class="card answer" aria-label={t('links.results')}>
      <div class="toolbar">
        {row === null ? (
          <p class={checked.failure === null ? 'busy' : undefined}>{shortName(checked.url)}</p>
        ) : (
          <p>
            <FoundMark kind={row.found.kind} /> {row.checkedAt !== null && <Moment at={row.checkedAt} />}
          </p>
        )}
        <div class="actions">
          {row !== null && isProvable(row) && <ProofButton row={row} fail={setter(proofFailure)} />}
          <Button text={t('ask.close')} onClick={ask.forget} />
        </div>
      </div>
      {row !== null && <RowDetails row={row} failure={proofFailure.value} />}
      {checked.failure !== null && (
        <FailureNotice
          failure={checked.failure}
          invalid={t('links.notAReview')}
          again={() => void ask.checkLink(checked.url)}
        />
      )}
    </section>
  );
}
