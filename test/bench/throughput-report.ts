import { atLeast, type Goal } from './goals.js';
import { markdownTable } from './markdown.js';
import { numberText, spreadText } from './statistics.js';
import type { ThroughputResults } from './throughput.js';

export function throughputGoals({ rows }: ThroughputResults): readonly Goal[] {
  const cached = rows.find(({ side }) => side === 'cached')?.toKoa;
  return cached == null ? [] : [atLeast('cached answers per second ÷ a bare Koa route', cached.median, 0.6)];
}

export function throughputText({ rows, connections }: ThroughputResults): string {
  return [
    '### Answers without the provider',
    `${connections} connections of a load generator in a process of its own, each asking again as soon as it is answered. One server process each; the service writes its access lines to /dev/null.`,
    markdownTable([
      ['server', 'a second', '÷ bare Koa', 'CPU µs an answer', 'p50 ms', 'p99'],
      ...rows.map(({ title, perSecond, toKoa, cpuMicros, p50, p99 }) => [
        title,
        spreadText(perSecond),
        toKoa === null ? '' : spreadText(toKoa, 2),
        spreadText(cpuMicros),
        numberText(p50, 1),
        numberText(p99, 1),
      ]),
    ]),
  ].join('\n\n');
}
