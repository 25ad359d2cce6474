import { atLeast, type Goal } from './goals.js';
import { markdownTable } from './markdown.js';
import type { SectionResults } from './results.js';
import { numberText, spreadText } from './statistics.js';
import type { ThroughputResults } from './throughput.js';

export function reportThroughput(data: ThroughputResults): SectionResults {
  return { data, goals: throughputGoals(data), text: throughputText(data) };
}

const WHY_CACHED =
  'A bare route does none of what an answer of the service has: checks of the input, the key and the limits, eleven security headers, a request id, a deadline, counters and a line in the log. Each costs one to six microseconds, where the whole bare answer takes some fifteen; what was merely wasteful has been taken out.';

function throughputGoals({ rows }: ThroughputResults): readonly Goal[] {
  const cached = rows.find(({ side }) => side === 'cached')?.toKoa;
  return cached == null
    ? []
    : [atLeast('cached answers per second ÷ a bare Koa route', cached.median, 0.35, WHY_CACHED)];
}

function throughputText({ rows, connections }: ThroughputResults): string {
  return [
    '### Answers without the provider',
    `${connections} connections of autocannon in a process of its own; each sends its next request as soon as it has an answer. Every answer must have status 200 and the same body. Percentiles come from the time of each answer: autocannon’s own are whole milliseconds. One server process each; the service writes its access lines to /dev/null.`,
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
