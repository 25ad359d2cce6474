import type { ComponentChildren } from 'preact';
import { caveatText } from '../../core/texts/outcomes.js';
import { useTexts } from '../../kit/ui/context.js';
import { REASONS, reasonTitle } from '../../kit/ui/list/list-rows.js';
import { FoundMark } from '../../kit/ui/list/list-table.js';

/** Explains where to find a place's link and its identifiers. */
export function PlaceGuide() {
  const { t } = useTexts();
  const steps = [
    [<PlaceDrawing share={t('help.share')} />, t('help.place.open')],
    [<CopyLinkDrawing label={t('help.copyLink')} />, t('help.place.copy')],
  ] as const;
  return <Guide title={t('help.place.title')} steps={steps} more={t('help.place.ids')} />;
}

/** What helps with a list of review links. */
export function ListGuides() {
  return (
    <div class="guides">
      <ReviewGuide />
      <ReasonHelp />
    </div>
  );
}

/** Explains where to find the link of a review. */
function ReviewGuide() {
  const { t } = useTexts();
  const steps = [
    [<ReviewDrawing />, t('help.review.open')],
    [<ShareMenuDrawing items={[t('help.shareReview'), t('help.report')]} />, t('help.review.share')],
    [<CopyLinkDrawing label={t('help.copyLink')} />, t('help.review.copy')],
  ] as const;
  return <Guide title={t('help.review.title')} steps={steps} more={t('help.review.rows')} />;
}

function Guide(props: {
  title: string;
  steps: readonly (readonly [drawing: ComponentChildren, text: string])[];
  more: string;
}) {
  return (
    <details class="guide">
      <summary>{props.title}</summary>
      <ol class="steps">
        {props.steps.map(([drawing, text]) => (
          <li key={text}>
            {drawing}
            {text}
          </li>
        ))}
      </ol>
      <p>{props.more}</p>
    </details>
  );
}

const CAVEATS = ['notShown', 'reply', 'author'] as const;

/** Explains each reason of a verdict: its meaning, the next step, and what it does not prove. */
function ReasonHelp() {
  const { language, t } = useTexts();
  const kindOf = (reason: string) =>
    reason === 'visible' ? 'visible' : reason === 'no_business_data' ? 'unclear' : 'hidden';
  return (
    <details class="guide">
      <summary>{t('help.reasons.title')}</summary>
      <p>{t('help.reasons.basis')}</p>
      <ul class="reasons">
        {REASONS.map((reason) => (
          <li key={reason}>
            <h2>
              <FoundMark kind={kindOf(reason)} /> {reasonTitle(language, reason)} <code>{reason}</code>
            </h2>
            <dl>
              <dt>{t('help.reasons.means')}</dt>
              <dd>{t(`help.reasons.each.${reason}.means`)}</dd>
              <dt>{t('help.reasons.next')}</dt>
              <dd>{t(`help.reasons.each.${reason}.next`)}</dd>
              <dt>{t('help.reasons.notProven')}</dt>
              <dd>{t(`help.reasons.each.${reason}.notProven`)}</dd>
            </dl>
          </li>
        ))}
      </ul>
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

// Drawings of where to click in a map. Captions repeat them in words, so screen readers skip the drawings.

/** A review with a ring around the three dots of its menu. */
function ReviewDrawing() {
  return (
    <Drawing>
      <circle fill="var(--track)" cx="30" cy="30" r="12" />
      <rect fill="var(--ink)" x="50" y="21" width="62" height="7" rx="3" />
      <rect fill="var(--track)" x="50" y="33" width="40" height="5" rx="2.5" />
      <Stars y={63} />
      <rect fill="var(--track)" x="18" y="72" width="144" height="5" rx="2.5" />
      <rect fill="var(--track)" x="18" y="83" width="112" height="5" rx="2.5" />
      {[22, 29, 36].map((y) => (
        <circle key={y} fill="var(--ink)" cx="156" cy={y} r="2.2" />
      ))}
      <circle fill="none" stroke="var(--accent)" stroke-width="3" cx="156" cy="29" r="14" />
    </Drawing>
  );
}

/** The panel of a place with a ring around its share button. */
function PlaceDrawing({ share }: { share: string }) {
  return (
    <Drawing>
      <rect fill="var(--track)" x="10" y="10" width="160" height="26" rx="4" />
      <rect fill="var(--ink)" x="18" y="44" width="84" height="8" rx="4" />
      <Stars y={69} />
      {[34, 72, 110].map((x) => (
        <circle key={x} fill="var(--track)" cx={x} cy="85" r="8" />
      ))}
      <circle fill="var(--accent)" cx="148" cy="82" r="9" />
      <circle fill="none" stroke="var(--accent)" stroke-width="3" cx="148" cy="82" r="14" />
      <text x="118" y="60">
        {share}
      </text>
    </Drawing>
  );
}

/** A menu with its first item marked. */
function ShareMenuDrawing({ items }: { items: readonly [string, string] }) {
  return (
    <Drawing>
      <rect fill="var(--card)" stroke="var(--edge)" x="22" y="16" width="136" height="68" rx="6" />
      <rect fill="var(--accent-soft)" stroke="var(--accent)" x="26" y="22" width="128" height="26" rx="4" />
      <text x="40" y="39" font-weight="700">
        {items[0]}
      </text>
      <text x="40" y="70">
        {items[1]}
      </text>
    </Drawing>
  );
}

/** A window with a link and the button that copies it. */
function CopyLinkDrawing({ label }: { label: string }) {
  return (
    <Drawing>
      <rect fill="var(--card)" stroke="var(--edge)" x="14" y="16" width="152" height="68" rx="6" />
      <rect fill="var(--paper)" stroke="var(--field)" x="24" y="28" width="132" height="18" rx="4" />
      <text x="30" y="41">
        maps.app.goo.gl/…
      </text>
      <rect fill="var(--accent)" x="76" y="56" width="80" height="20" rx="10" />
      <text x="116" y="70" text-anchor="middle" fill="var(--accent-ink)" font-weight="600">
        {label}
      </text>
    </Drawing>
  );
}

function Drawing({ children }: { children: ComponentChildren }) {
  return (
    <svg class="drawing" viewBox="0 0 180 100" fill="var(--ink)" font-size="10" aria-hidden="true">
      <rect fill="var(--card)" stroke="var(--edge)" x="1" y="1" width="178" height="98" rx="8" />
      {children}
    </svg>
  );
}

function Stars({ y }: { y: number }) {
  return (
    <text x="18" y={y} fill="var(--bar)" font-size="13">
      ★★★★★
    </text>
  );
}
