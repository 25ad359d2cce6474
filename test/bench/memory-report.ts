import { CONTESTANTS } from './contestants.js';
import { atMost, type Goal } from './goals.js';
import { markdownTable } from './markdown.js';
import type { MemoryResults } from './memory.js';
import { numberText, spreadText } from './statistics.js';

export function memoryGoals({ rows }: MemoryResults): readonly Goal[] {
  const ours = rows.find(({ contestant }) => contestant === 'light');
  const after = rows.find(({ contestant }) => contestant === 'rendered');
  if (ours === undefined || after === undefined) return [];
  return [
    atMost('idle memory after the start, MB', ours.idle.median, 250),
    atMost('idle memory after lookups by the light lane, MB', ours.afterwards.median, 250),
    atMost('idle memory after rendered lookups, contexts kept, MB', after.afterwards.median, 250),
  ];
}

export function memoryText({ lookups, rows, longRun }: MemoryResults): string {
  const { atRest, highest, seconds } = longRun;
  const total = atRest.at(-1)?.requests ?? 0;
  return [
    '### Memory',
    `PSS of the process tree in MB, each contestant alone on the machine. The load is ${lookups} lookups, eight at once; idle is two seconds after the start, and after the load.`,
    markdownTable([
      ['contestant', 'idle', 'under load (highest)', 'idle afterwards'],
      ...rows.map(({ contestant, idle, underLoad, afterwards }) => [
        CONTESTANTS[contestant].title,
        ...[idle, underLoad, afterwards].map((spread) => spreadText(spread)),
      ]),
    ]),
    `The service through ${numberText(total)} requests answered by the light lane, eight at once, stand-in without delays, no cache, ${numberText(seconds)} s: at rest ${atRest.map(({ requests, megabytes }) => `${numberText(megabytes)} MB after ${numberText(requests)}`).join(', ')}; highest ${numberText(highest)} MB.`,
  ].join('\n\n');
}
