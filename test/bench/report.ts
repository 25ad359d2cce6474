import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { type Batch, percentile } from './measure.js';

import { OPTIONS } from './processes.js';
import { numberText } from './statistics.js';
import { DELAYS } from './workload.js';

/** Load average of the minute before the bench began. */
const LOAD = loadavg()[0] ?? Number.NaN;
/** Ends with "-dirty" if there were uncommitted changes at the beginning, other than those of the bench itself. */
const COMMIT = (() => {
  const git = (...args: string[]) => outputOf('git', '-C', join(import.meta.dirname, '../..'), ...args);
  const changes = git('status', '--porcelain', '--', '.', ':!test/bench/RESULTS.md');
  return `${git('describe', '--always')}${changes === 'unknown' ? '' : '-dirty'}`;
})();

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

const HEAD = `# What the bench measured

\`npm run bench\` measures all sections, \`npm run bench -- --only SECTION\` one, and replaces what it measured. Numbers are medians of rounds, in brackets the lowest and the highest round; contestants take turns.

The stand-in provider on the same machine waits ${DELAYS.documentDelayMs} ms before a document, ${DELAYS.dataDelayMs} ms before data, ${DELAYS.renderDelayMs} ms from the data to the panel, ${DELAYS.reviewsDelayMs} ms before a batch of reviews. Caches, limits and Chromium’s sandbox are off unless a table says otherwise.`;
/** Before each section in RESULTS.md. */
const MARK = /^<!-- section: (\w+) -->$/m;

/** Writes the sections measured so far into RESULTS.md; other sections in it stay. Returns the text of those measured. */
export function writeResults(
  folder: string,
  startedAt: Date,
  chromium: string,
  sections: ReadonlyMap<string, Section>,
): string {
  const measured = new Map(
    [...sections].map(([name, section]) => [name, sectionText(name, section, startedAt, chromium)]),
  );
  const file = join(folder, 'RESULTS.md');
  const [, ...kept] = existsSync(file) ? readFileSync(file, 'utf8').split(MARK) : [];
  const all = new Map<string, string>();
  for (let at = 0; at < kept.length; at += 2) all.set(kept[at] ?? '', (kept[at + 1] ?? '').trim());
  for (const [name, text] of measured) all.set(name, text);
  const blocks = [...all].map(([name, text]) => `<!-- section: ${name} -->\n\n${text}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${[HEAD, ...blocks].join('\n\n')}\n`);
  return [...measured.values()].join('\n\n');
}

/** A section with its goals, and when, where and of which commit it was measured. */
function sectionText(name: string, { goals, text }: Section, startedAt: Date, chromium: string): string {
  const missed = goals.filter((goal) => !isMet(goal));
  const reasons = new Set(missed.flatMap(([, , , , why]) => why ?? []));
  const heading = /^### .*$/m.exec(text)?.[0] ?? `### ${name}`;
  const parts = [
    heading,
    `\`--only ${name}${OPTIONS.quick ? ' --quick` (too few repetitions to rely on)' : '`'}, ${startedAt.toISOString().slice(0, 16)}Z, commit ${COMMIT}. ${machineText(chromium)}`,
    goals.length === 0
      ? ''
      : table(goals, {
          goal: ([goal]) => goal,
          wanted: ([, , bound, limit]) => `${bound} ${shown(limit)}`,
          measured: ([, value]) => shown(value),
          '': (goal) => (isMet(goal) ? 'reached' : '**not reached**'),
        }),
    [...reasons].map((why) => `- Not reached: ${why}`).join('\n'),
    text.replace(heading, '').trim(),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

function isMet([, value, bound, limit]: Goal): boolean {
  return bound === '≤' ? value <= limit : value >= limit;
}

function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2);
}

/** The machine and the versions; the lock files of the commit have those of packages. */
function machineText(chromium: string): string {
  const version = outputOf(chromium, '--version').replace(/^Chromium /, '');
  const machine = `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
  return `${machine}, load ${LOAD.toFixed(2)} before; Node.js ${process.version}, Chromium ${version}.`;
}

/** The output of a command; "unknown" if it has none. */
function outputOf(command: string, ...args: string[]): string {
  const { stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: 10_000 });
  return stdout?.trim() || 'unknown';
}
