import type { VisibilityReason } from '../../contract/lines.js';
import { caveatText, reasonText } from '../../contract/texts/outcomes.js';
import { useConsole, useTexts } from '../context.js';

const REASONS: readonly VisibilityReason[] = [
  'visible',
  'no_rating_section',
  'no_business_card',
  'no_business_data',
  'no_rating',
];
const CAVEATS = ['notShown', 'reply', 'author'] as const;

/** What each reason of a verdict means, what to do next, and what it does not prove. */
export function ReasonHelp() {
  const { languages } = useConsole();
  const { help, links } = useTexts();
  const { reasons: texts } = help;
  return (
    <details class="guide">
      <summary>{texts.title}</summary>
      <p>{texts.basis}</p>
      <ul class="reasons">
        {REASONS.map((reason) => {
          const { means, next, notProven } = texts.each[reason];
          return (
            <li key={reason}>
              <h2>
                <span class={`tag ${reason === 'visible' ? 'good' : 'bad'}`}>
                  {reason === 'visible' ? links.visible : links.hidden}
                </span>{' '}
                <span class="capital">{reasonText(languages.current.value, reason)}</span>{' '}
                <code>{reason}</code>
              </h2>
              <dl>
                <dt>{texts.means}</dt>
                <dd>{means}</dd>
                <dt>{texts.next}</dt>
                <dd>{next}</dd>
                <dt>{texts.notProven}</dt>
                <dd>{notProven}</dd>
              </dl>
            </li>
          );
        })}
      </ul>
      <p>{texts.neverProven}</p>
      <ul>
        {CAVEATS.map((caveat) => (
          <li key={caveat}>{caveatText(languages.current.value, caveat)}</li>
        ))}
      </ul>
      <p>
        <span class="tag warn">{links.failed}</span> {texts.failed}
      </p>
    </details>
  );
}
