import type { Formats } from '../../../core/texts/formats.js';
import type { Tick } from '../../../kit/ui/charts/scales.js';

/** `YYYY-MM-DD HH:MM:SS` as a number on an axis of time. */
export const instant = (at: string): number => Date.parse(`${at.replace(' ', 'T')}Z`);

/** Up to five dates below an axis of time, each below a day that has a point; the first and the last day are among them. */
export function dayTicks(days: readonly number[], { moment }: Formats): (pixels: number) => readonly Tick[] {
  const [first = 0, last = first] = [days[0], days.at(-1)];
  const anchorOf = (at: number) =>
    first === last ? 'middle' : at === first ? 'start' : at === last && 'end';
  return (pixels) => {
    const count = Math.min(5, Math.max(3, Math.floor(pixels / 150)));
    const gap = (last - first) / (count - 1);
    const distance = (at: number, index: number) => Math.abs(at - first - gap * index);
    const nearest = (index: number) =>
      days.reduce((one, at) => (distance(at, index) < distance(one, index) ? at : one), first);
    const chosen = [...new Set(Array.from({ length: count }, (_, index) => nearest(index)))];
    // Texts do not touch each other.
    const isFree = (at: number, before = first) => Math.min(at - before, last - at) >= gap * 0.7;
    const shown = chosen.filter((at, index) => at === first || at === last || isFree(at, chosen[index - 1]));
    const write = (at: number) => moment(new Date(at).toISOString().slice(0, 10));
    return shown.map((at) => ({ at, text: write(at), anchor: anchorOf(at) || 'middle' }));
  };
}
