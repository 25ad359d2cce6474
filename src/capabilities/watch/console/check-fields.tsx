import type { Signal } from '@preact/signals';
import { Choice } from '../../../kit/ui/fields.js';
import { setter } from '../../../kit/ui/state/ui-signals.js';
import type { WatchData } from '../published.js';
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
  const { settings: words, every } = useWatchTexts();
  const hours = [...new Set([...HOURS, interval.value ?? 24])].sort((a, b) => a - b);
  const policies = Object.keys(words.evidenceChoices) as WatchData['evidence'][];
  return (
    <>
      <Choice
        id={`${id}-interval`}
        label={words.interval}
        value={interval.value}
        options={[
          ...(hasUsual ? [[null, words.usual] as const] : []),
          ...hours.map((value) => [value, every(value)] as const),
        ]}
        choose={setter(interval)}
      />
      <Choice
        id={`${id}-evidence`}
        label={words.evidence}
        value={evidence.value}
        options={policies.map((one) => [one, words.evidenceChoices[one]])}
        choose={setter(evidence)}
      />
    </>
  );
}
