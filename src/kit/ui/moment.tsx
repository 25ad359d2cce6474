import { dayOf, wallClock } from '../lists/table.js';
import { useConsole, useTexts } from './context.js';

/**
 * A moment as people say it: "dziś 04:18", "jutro 04:18", "wczoraj", "23.11", "23.11.2025". Its title and its print
 * have the full moment. `at`: milliseconds since 1970, a time in ISO 8601 with its zone, or `YYYY-MM-DD` or
 * `YYYY-MM-DD HH:MM:SS` as the service wrote it.
 */
export function Moment({ at }: { at: number | string }) {
  const { formats, t } = useTexts();
  void useConsole().today.value;
  const local =
    typeof at === 'number' || at.includes('T') ? (wallClock(new Date(at)) ?? '') : at.slice(0, 19);
  const [day = '', time] = local.split(' ');
  const date = formats.moment(day);
  const now = new Date();
  const near = (['yesterday', 'today', 'tomorrow'] as const).find((_, at) => day === dayOf(now, at - 1));
  const hour = near === 'yesterday' ? '' : (time?.slice(0, 5) ?? '');
  const far = day.slice(0, 4) === dayOf(now).slice(0, 4) ? date.replace(/[. ]\d{4}$/, '') : date;
  const machine = typeof at === 'number' ? new Date(at).toISOString() : at.includes('T') ? at : local;
  return (
    <time class="moment" dateTime={machine} title={formats.moment(local)}>
      <span>{near === undefined ? far : `${t(`moment.${near}`)} ${hour}`.trim()}</span>
    </time>
  );
}
