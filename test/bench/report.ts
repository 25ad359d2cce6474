import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { installedVersions } from './contestants.js';
import { OPTIONS } from './options.js';

/** Load average of the minute before the bench began. */
const LOAD = loadavg()[0] ?? Number.NaN;

/** One goal of the bench. `why`: the reason why it is not reached, as far as it is known. */
export type Goal = readonly [text: string, value: number, bound: '≤' | '≥', limit: number, why?: string];

/** What one section measured; the text is Markdown. */
export interface Section {
  readonly goals: readonly Goal[];
  readonly text: string;
}

/** Rows of cells, the first with the headings, as a Markdown table whose source is aligned, too. */
export function markdownTable(lines: readonly (readonly string[])[]): string {
  const [headings = [], ...rows] = lines;
  const widths = headings.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  const padded = (line: readonly string[]) =>
    widths.map((width, column) =>
      column === 0 ? (line[column] ?? '').padEnd(width) : (line[column] ?? '').padStart(width),
    );
  return [headings, rule, ...rows].map((line) => `| ${padded(line).join(' | ')} |`).join('\n');
}

interface Run {
  readonly startedAt: Date;
  readonly chromium: string;
  readonly delays: Readonly<Record<string, number>>;
  /** The sections measured so far. */
  readonly sections: ReadonlyMap<string, Section>;
}

/** Writes RESULTS.md, in place of the text of the sections so far. Returns the text. */
export function writeResults(folder: string, run: Run): string {
  const text = `${markdownOf(run)}\n`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'RESULTS.md'), text);
  return text;
}

function markdownOf({ startedAt, chromium, delays, sections }: Run): string {
  const goals = [...sections].flatMap(([section, own]) => own.goals.map((goal) => ({ section, goal })));
  const missed = goals.filter(({ goal }) => !isMet(goal) && goal[4] !== undefined);
  const minutes = (Date.now() - startedAt.getTime()) / 60_000;
  return [
    '# What the bench measured',
    `Written by \`npm run bench\`${OPTIONS.quick ? ' -- --quick: too few repetitions to rely on' : ''}. ${startedAt.toISOString()}, ${minutes.toFixed(0)} minutes. Numbers are medians of rounds, in brackets the lowest and the highest round; the contestants of a table took turns in one run.`,
    machineText(chromium),
    `Everything runs against the stand-in provider on this machine. It waits ${delays.documentDelayMs} ms before a document, ${delays.dataDelayMs} ms before data, ${delays.renderDelayMs} ms from the data to the panel, ${delays.reviewsDelayMs} ms before a batch of reviews. Caches, limits and Chromium’s sandbox are off unless a table says otherwise.`,
    '### Goals',
    '`npm run bench -- --only SECTION` measures one section alone.',
    markdownTable([
      ['goal', 'section', 'wanted', 'measured', ''],
      ...goals.map(({ section, goal }) => {
        const [text, value, bound, limit] = goal;
        return [
          text,
          section,
          `${bound} ${shown(limit)}`,
          shown(value),
          isMet(goal) ? 'reached' : '**not reached**',
        ];
      }),
    ]),
    missed.map(({ goal: [text, , , , why] }) => `- Not reached: ${text}. ${why}`).join('\n'),
    ...[...sections.values()].map(({ text }) => text),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function isMet([, value, bound, limit]: Goal): boolean {
  return bound === '≤' ? value <= limit : value >= limit;
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** The machine and the versions. The commit ends with "-dirty" when there are uncommitted changes. */
function machineText(chromium: string): string {
  const versions = {
    'Node.js': process.version,
    Chromium: outputOf(chromium, '--version').replace(/^Chromium /, ''),
    ...installedVersions(),
  };
  const [first] = cpus();
  return [
    `${first?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, ${type()} ${release()}, load ${LOAD.toFixed(2)} at the beginning.`,
    `${Object.entries(versions)
      .map((version) => version.join(' '))
      .join(', ')}.`,
    `Commit ${outputOf('git', '-C', import.meta.dirname, 'describe', '--always', '--dirty')}.`,
  ].join(' ');
}

function outputOf(command: string, ...args: string[]): string {
  const { stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: 10_000 });
  return stdout?.trim() || 'unknown';
}
