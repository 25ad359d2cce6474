import { availableParallelism, loadavg } from 'node:os';
import { quantile } from '../bench/statistics.js';
import { MEASURES, type Measure, TOLERANCES } from './baseline.js';
import type { SoakOptions, SoakResult, WaveResult } from './soak.js';
import { MARGIN_MS } from './wave.js';

const NAMES: Readonly<Record<keyof Measure, string>> = {
  heap: 'heap after GC, MB',
  processListeners: 'listeners on the process',
  listeners: 'listeners on all live emitters and signals',
  emitters: 'live event emitters',
  abortSignals: 'live abort signals',
  sockets: 'open sockets',
  otherHandles: 'other file handles',
  temporaryFiles: 'temporary files',
  contexts: 'browser contexts alive, pool full',
  chromium: 'Chromium processes, pool full',
  unanswered: 'calls Playwright never answered',
};
const MOST_TOLD = 40;

/** The result in Markdown, for people. */
export function report(result: SoakResult, options: SoakOptions): string {
  const { waves, broken, ending } = result;
  const answers = waves.flatMap(({ outcomes }) => outcomes);
  const shown = broken.slice(0, MOST_TOLD).map((what) => `- ${what}`);
  return [
    `# Soak: ${broken.length === 0 ? 'passed' : `${broken.length} broken promises`}`,
    '',
    `${answers.length} requests in ${waves.length} waves, ${options.contexts * 2} at a time on ${options.contexts} pages, ${Math.round(result.seconds)} s. Seed ${options.seed}. Node ${process.version}, ${availableParallelism()} cores, load ${loadavg()[0]?.toFixed(1)}.`,
    `Deadlines: ${options.requestTimeoutMs} ms, lists ${options.reviewsTimeoutMs} ms, margin ${MARGIN_MS} ms.`,
    '',
    '## Answers',
    '',
    table(
      ['', ...waves.map((_, index) => `wave ${index + 1}`)],
      [
        ['requests', ...waves.map(({ outcomes }) => String(outcomes.length))],
        ...codesOf(result).map((code) => [code, ...waves.map((wave) => String(countOf(wave, code)))]),
        ['median, ms', ...waves.map((wave) => timeOf(wave, 0.5))],
        ['95 %, ms', ...waves.map((wave) => timeOf(wave, 0.95))],
        ['longest, ms', ...waves.map((wave) => timeOf(wave, 1))],
        ['well again after, ms', ...waves.map(({ recoveredMs }) => recoveredMs.toFixed(0))],
        ['seconds', ...waves.map(({ seconds }) => seconds.toFixed(0))],
      ],
    ),
    '',
    '## Held after each wave, nobody asking and no browser; wave 1 is the baseline',
    '',
    table(
      ['', ...waves.map((_, index) => `wave ${index + 1}`), 'tolerance'],
      MEASURES.map((name) => [
        NAMES[name],
        ...waves.map(({ measured }) => measured[name].toFixed(name === 'heap' ? 1 : 0)),
        TOLERANCES[name].text,
      ]),
    ),
    '',
    `Never answered by Playwright: ${listed(Object.entries(waves.at(-1)?.held.unanswered ?? {}))}.`,
    `Ended by SIGTERM: exit ${ending.exit}, ${ending.orphans} processes and ${ending.temporaryFiles.length} temporary files left.`,
    '',
    '## Trouble made',
    '',
    listed([...result.trouble].sort()),
    '',
    `Errors in the log: ${listed(result.errors)}`,
    ...(broken.length === 0 ? [] : ['', '## Broken promises', '', ...shown]),
    ...(broken.length > MOST_TOLD ? [`- … and ${broken.length - MOST_TOLD} more`] : []),
  ].join('\n');
}

function listed(counts: Iterable<readonly [name: string, times: number]>): string {
  return [...counts].map(([name, times]) => `${name} × ${times}`).join(' · ') || 'none';
}

function codesOf({ waves }: SoakResult): string[] {
  return [...new Set(waves.flatMap(({ outcomes }) => outcomes.map(({ code }) => code)))].sort();
}

function countOf({ outcomes }: WaveResult, code: string): number {
  return outcomes.filter((outcome) => outcome.code === code).length;
}

function timeOf({ outcomes }: WaveResult, share: number): string {
  const times = outcomes.filter(({ code }) => code !== 'left').map(({ ms }) => ms);
  return quantile(times, share).toFixed(0);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
