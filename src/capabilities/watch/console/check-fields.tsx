import type { Signal } from '@preact/signals';
import { Choice } from '../../../kit/ui/fields.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { WatchData } from '../published.js';
import { DEFAULT_INTERVAL_HOURS, EVIDENCE_POLICIES } from '../values.js';
import { useWatchTexts } from './watch-state.js';

/** Hours between two checks to choose from. */
const HOURS = [1, 3, 6, 12, 24, 48, 168];

/** How often a watch is checked, and when evidence is stored. `interval` null = the usual interval of the service. */
export function CheckFields(props: {
  id: string;
  interval: Signal<number | null>;
  evidence: Signal<WatchData['evidence']>;
  hasUsual: boolean;
}) {
  const { id, interval, evidence, hasUsual } = props;
  const { t, every } = useWatchTexts();
  const hours = [...new Set([...HOURS, interval.value ?? DEFAULT_INTERVAL_HOURS.place])].sort(
    (a, b) => a - b,
  );
  return (
    <>
      <Choice
        id={`${id}-interval`}
        label={t('watch.settings.interval')}
        value={interval.value}
        options={[
          ...(hasUsual ? [[null, t('watch.settings.usual')] as const] : []),
          ...hours.map((value) => [value, every(value)] as const),
        ]}
        choose={setter(interval)}
      />
      <Choice
        id={`${id}-evidence`}
        label={t('watch.settings.evidence')}
        value={evidence.value}
        options={EVIDENCE_POLICIES.map((one) => [one, t(`watch.settings.evidenceChoices.${one}`)])}
        choose={setter(evidence)}
      />
    </>
  );
}
