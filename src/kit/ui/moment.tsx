import { useTexts } from './context.js';

const DAY_MS = 86_400_000;

/** A moment as people say it: "dziś 04:18", "wczoraj 04:18", "23.11.2026". Its title has it in full. */
export function Moment({ at }: { at: string }) {
  const { formats, language } = useTexts();
  const [day = '', time = ''] = at.split(' ');
  const now = new Date();
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate());
  const ago = Math.round((today - Date.parse(day)) / DAY_MS);
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const isNear = ago === 0 || ago === 1;
  return (
    <time dateTime={at.replace(' ', 'T')} title={formats.moment(at)}>
      {isNear ? [words.format(-ago, 'day'), time.slice(0, 5)].join(' ') : formats.moment(day)}
    </time>
  );
}
