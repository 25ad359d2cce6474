import { useSignal } from '@preact/signals';
import { dayOf } from '../../../kit/lists/table.js';
import { useTexts } from '../../../kit/ui/context.js';
import { Choice, TextInput } from '../../../kit/ui/fields.js';
import { useWatchTexts } from './watch-state.js';

/** Days as `YYYY-MM-DD`, both included; empty = open. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

export const ALL_TIME: Period = { from: '', to: '' };
const PRESETS = ['all', '7', '30', '90', 'month', 'lastMonth'] as const;

/** The days of a usual period, up to today. */
export function presetPeriod(preset: (typeof PRESETS)[number], now = new Date()): Period {
  if (preset === 'all') return ALL_TIME;
  const today = dayOf(now);
  if (preset === 'month') return { from: `${today.slice(0, 8)}01`, to: '' };
  const before = dayOf(now, -Number(today.slice(8)));
  if (preset === 'lastMonth') return { from: `${before.slice(0, 8)}01`, to: before };
  return { from: dayOf(now, 1 - Number(preset)), to: '' };
}

const isSame = (one: Period, other: Period) => one.from === other.from && one.to === other.to;

/** Both days of a period in words. */
export const daysOf = ({ from, to }: Period, moment: (day: string) => string) =>
  [from, to === '' ? dayOf(new Date()) : to].map((one) => (one === '' ? '…' : moment(one))).join(' – ');

/** The choice of a period: usual periods, or two days, and the chosen one in words. `open`: the name of open days. */
export function PeriodChoice(props: {
  id: string;
  period: Period;
  choose: (period: Period) => void;
  open?: 'all' | 'visit';
}) {
  const { id, period, choose, open = 'all' } = props;
  const { formats } = useTexts();
  const { t } = useWatchTexts();
  const isOwn = useSignal(false);
  const preset = isOwn.value ? undefined : PRESETS.find((one) => isSame(presetPeriod(one), period));
  const pick = (value: (typeof PRESETS)[number] | 'own') => {
    isOwn.value = value === 'own';
    if (value !== 'own') choose(presetPeriod(value));
  };
  const day = (name: 'from' | 'to') => (
    <div>
      <label for={`${id}-${name}`}>{t(`watch.actions.${name}`)}</label>
      <TextInput
        id={`${id}-${name}`}
        type="date"
        value={period[name]}
        change={(value) => choose({ ...period, [name]: value })}
      />
    </div>
  );
  return (
    <>
      <Choice
        id={id}
        label={t('watch.period')}
        value={preset ?? 'own'}
        options={[...PRESETS, 'own' as const].map((one) => [
          one,
          t(`watch.period.${one === 'all' ? open : one}`),
        ])}
        choose={pick}
      />
      {preset === undefined && [day('from'), day('to')]}
      {!isSame(period, ALL_TIME) && <span class="small muted period">{daysOf(period, formats.moment)}</span>}
    </>
  );
}
