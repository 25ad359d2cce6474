import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { type Batch, percentile } from './measure.js';
import { OPTIONS } from './options.js';
import { numberText } from './statistics.js';
import { DELAYS } from './workload.js';

/** Load average of the minute before the bench began. */
const LOAD = loadavg()[0] ?? Number.NaN;
/** Ends with "-dirty" if there were uncommitted changes at the beginning. The bench itself changes RESULTS.md. */
const COMMIT = outputOf('git', '-C', import.meta.dirname, 'describe', '--always', '--dirty');

/** One goal of the bench. `why`: the reason why it is not reached, as far as it is known. */
export type Goal = readonly [text: string, value: number, bound: '≤' | '≥', limit: number, why?: string];

/** What one section measured; the text is Markdown. */
export interface Section {
  readonly goals: readonly Goal[];
  readonly text: string;
}

/** The columns of a table by their headings. */
export type Columns<R> = Readonly<Record<string, (row: R) => string>>;

/** A Markdown table whose source is aligned, too. */
export function table<R>(rows: readonly R[], columns: Columns<R>): string {
  const cells = Object.entries(columns).map(([heading, cellOf], column) => {
    const texts = [heading.trim(), ...rows.map(cellOf)];
    const width = Math.max(3, ...texts.map((text) => text.length));
    const [head = '', ...body] = texts.map((text) =>
      column === 0 ? text.padEnd(width) : text.padStart(width),
    );
    return [head, column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`, ...body];
  });
  return (cells[0] ?? [])
    .map((_, line) => `| ${cells.map((column) => column[line]).join(' | ')} |`)
    .join('\n');
}

const milliseconds =
  (q: number) =>
  ({ turns }: { readonly turns: readonly Batch[] }) =>
    numberText(percentile(turns, q));
/** Columns of rows of turns: milliseconds of all answers. */
export const PERCENTILES = { 'p50 ms': milliseconds(0.5), p95: milliseconds(0.95), p99: milliseconds(0.99) };

/** Writes RESULTS.md with the sections measured so far. Returns its text. */
export function writeResults(
  folder: string,
  startedAt: Date,
  chromium: string,
  sections: ReadonlyMap<string, Section>,
): string {
  const goals = [...sections].flatMap(([section, own]) => own.goals.map((goal) => ({ section, goal })));
  const missed = goals.filter(({ goal }) => !isMet(goal) && goal[4] !== undefined);
  const minutes = (Date.now() - startedAt.getTime()) / 60_000;
  const parts = [
    '# What the bench measured',
    `Written by \`npm run bench\`${OPTIONS.quick ? ' -- --quick: too few repetitions to rely on' : ''}. ${startedAt.toISOString()}, ${minutes.toFixed(0)} minutes. Numbers are medians of rounds, in brackets the lowest and the highest round; the contestants of a table took turns in one run.`,
    machineText(chromium),
    `Everything runs against the stand-in provider on this machine. It waits ${DELAYS.documentDelayMs} ms before a document, ${DELAYS.dataDelayMs} ms before data, ${DELAYS.renderDelayMs} ms from the data to the panel, ${DELAYS.reviewsDelayMs} ms before a batch of reviews. Caches, limits and Chromium’s sandbox are off unless a table says otherwise.`,
    '### Goals',
    '`npm run bench -- --only SECTION` measures one section alone.',
    table(goals, {
      goal: ({ goal: [text] }) => text,
      section: ({ section }) => section,
      wanted: ({ goal: [, , bound, limit] }) => `${bound} ${shown(limit)}`,
      measured: ({ goal: [, value] }) => shown(value),
      '': ({ goal }) => (isMet(goal) ? 'reached' : '**not reached**'),
    }),
    missed.map(({ goal: [text, , , , why] }) => `- Not reached: ${text}. ${why}`).join('\n'),
    ...[...sections.values()].map(({ text }) => text),
  ];
  const markdown = `${parts.filter((part) => part !== '').join('\n\n')}\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'RESULTS.md'), markdown);
  return markdown;
}

function isMet([, value, bound, limit]: Goal): boolean {
  return bound === '≤' ? value <= limit : value >= limit;
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** The machine and the versions. */
function machineText(chromium: string): string {
  const packageOf = (...path: string[]) =>
    JSON.parse(readFileSync(join(import.meta.dirname, 'peers', ...path, 'package.json'), 'utf8'));
  const installed = Object.keys(packageOf().dependencies).map((name) => packageOf('node_modules', name));
  const versions = [
    `Node.js ${process.version}`,
    `Chromium ${outputOf(chromium, '--version').replace(/^Chromium /, '')}`,
    ...installed.map(({ name, version }) => `${name} ${version}`),
  ];
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}`;
  return `${machine}, load ${LOAD.toFixed(2)} at the beginning. ${versions.join(', ')}. Commit ${COMMIT}.`;
}

function outputOf(command: string, ...args: string[]): string {
  const { stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: 10_000 });
  return stdout?.trim() || 'unknown';
}
