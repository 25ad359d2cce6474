import { useSignal } from '@preact/signals';
import { wallClock } from '../../../kit/lists/table.js';
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

/** The day of a date in the time zone of the browser. */
export const dayOf = (date: Date): string => wallClock(date)?.slice(0, 10) ?? '';

/** The days of a usual period, up to today. */
export function presetPeriod(preset: (typeof PRESETS)[number], now = new Date()): Period {
  const [year, month, day] = [now.getFullYear(), now.getMonth(), now.getDate()];
  if (preset === 'all') return ALL_TIME;
  if (preset === 'month') return { from: dayOf(new Date(year, month, 1)), to: '' };
  if (preset === 'lastMonth')
    return { from: dayOf(new Date(year, month - 1, 1)), to: dayOf(new Date(year, month, 0)) };
  return { from: dayOf(new Date(year, month, day - Number(preset) + 1)), to: '' };
}

const isSame = (one: Period, other: Period) => one.from === other.from && one.to === other.to;
const presetOf = (period: Period) => PRESETS.find((one) => isSame(presetPeriod(one), period));

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
  const preset = isOwn.value ? undefined : presetOf(period);
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
