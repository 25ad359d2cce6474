import { caveatText, reasonTitle } from '../../core/texts/outcomes.js';
import { useTexts } from '../../kit/ui/context.js';
import { REASONS } from '../../kit/ui/list/list-rows.js';
import { FoundMark } from '../../kit/ui/list/row-parts.js';

/** What helps with a list of review links. */
export function ListGuides() {
  const { t } = useTexts();
  const steps = [t('help.review.open'), t('help.review.share'), t('help.review.copy')];
  return (
    <div class="guides">
      <details class="guide">
        <summary>{t('help.review.title')}</summary>
        <ol>
          {steps.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>
        <p>{t('help.review.rows')}</p>
      </details>
      <ReasonHelp />
    </div>
  );
}

const CAVEATS = ['notShown', 'reply', 'author'] as const;

/** Explains each reason of a verdict: its meaning, the next step, and what it does not prove. */
function ReasonHelp() {
  const { language, t } = useTexts();
  return (
    <details class="guide">
      <summary>{t('help.reasons.title')}</summary>
      <p>{t('help.reasons.basis')}</p>
      <dl>
        {REASONS.map((reason) => [
          <dt key={reason}>{reasonTitle(language, reason)}</dt>,
          <dd key={`${reason} text`}>
            {(['means', 'next', 'notProven'] as const)
              .map((part) => t(`help.reasons.each.${reason}.${part}`))
              .join(' ')}
          </dd>,
        ])}
      </dl>
      <p>{t('help.reasons.neverProven')}</p>
      <ul>
        {CAVEATS.map((caveat) => (
          <li key={caveat}>{caveatText(language, caveat)}</li>
        ))}
      </ul>
      <p>
        <FoundMark kind="failed" /> {t('help.reasons.failed')}
      </p>
    </details>
  );
}
