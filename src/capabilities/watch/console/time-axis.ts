import type { Formats } from '../../../core/texts/formats.js';
import type { Tick } from '../../../kit/ui/charts/scales.js';
import { DAY_MS } from './watch-stores.js';

/** `YYYY-MM-DD HH:MM:SS` as a number on an axis of time. */
export const instant = (at: string): number => Date.parse(`${at.replace(' ', 'T')}Z`);

/** Three to five dates below an axis of time. */
export function dayTicks(from: number, to: number, { moment }: Formats): (pixels: number) => readonly Tick[] {
  return (pixels) => {
    const isShort = to - from < 2 * DAY_MS;
    const count = Math.min(5, Math.max(3, Math.floor(pixels / 150)));
    const write = (at: number) => {
      const text = new Date(at).toISOString();
      return isShort ? moment(`${text.slice(0, 10)} ${text.slice(11, 19)}`) : moment(text.slice(0, 10));
    };
    if (from === to) return [{ at: from, text: write(from) }];
    const shown = isShort ? 2 : count;
    return Array.from({ length: shown }, (_, index) => {
      const at = from + ((to - from) * index) / (shown - 1);
      return { at, text: write(at), anchor: index === 0 ? 'start' : index === shown - 1 ? 'end' : 'middle' };
    });
  };
}
