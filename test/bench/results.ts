import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Goal, goalTable, reasons } from './goals.js';
import type { Machine } from './machine.js';
import { markdownTable } from './markdown.js';
import type { Delays } from './processes.js';

/** What one section measured. */
export interface SectionResults {
  readonly data: unknown;
  readonly goals: readonly Goal[];
  /** In Markdown. */
  readonly text: string;
}

/** Everything one run of the bench measured; sections that were not measured are missing. */
export interface Results {
  readonly mode: 'full' | 'quick';
  readonly startedAt: string;
  minutes: number;
  readonly machine: Machine;
  readonly delays: Delays;
  readonly sections: Record<string, SectionResults>;
}

/** Writes `results.json` and `RESULTS.md`; overwrites what an earlier section of the same run wrote. */
export async function writeResults(folder: string, results: Results): Promise<void> {
  await mkdir(folder, { recursive: true });
  const json = JSON.stringify(results, (key, value) => (key === 'text' ? undefined : rounded(value)), 1);
  await writeFile(join(folder, 'results.json'), `${json}\n`);
  await writeFile(join(folder, 'RESULTS.md'), `${markdownOf(results)}\n`);
}

export function markdownOf({ mode, startedAt, minutes, machine, delays, sections }: Results): string {
  const { processor, cores, memoryGb, system, load, versions, commit } = machine;
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const goals = Object.entries(sections).flatMap(([section, own]) =>
    own.goals.map((goal) => ({ section, ...goal })),
  );
  return [
    '# What the bench measured',
    `Written by \`npm run bench\`${mode === 'quick' ? ' -- --quick: too few repetitions to rely on' : ''}. ${startedAt}, ${minutes.toFixed(0)} minutes. Numbers are medians of rounds, in brackets the lowest and the highest round; the contestants of a table took turns in one run.`,
    `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, load ${load.toFixed(2)} at the beginning. ${named.join(', ')}. Commit ${commit}.`,
    `Everything runs against the stand-in provider on this machine. It waits ${delays.document} ms before a document, ${delays.data} ms before data, ${delays.render} ms from the data to the panel, ${delays.reviews} ms before a batch of reviews. Caches, limits and Chromium’s sandbox are off unless a table says otherwise.`,
    '### Goals',
    '`npm run bench -- --only SECTION` measures one section alone.',
    markdownTable(goalTable(goals)),
    reasons(goals).join('\n'),
    ...Object.values(sections).map(({ text }) => text),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Times to the microsecond; more is noise and makes the file long. */
function rounded(value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(3)) : value;
}
