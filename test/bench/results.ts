import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Goal, goalTable, reasons } from './goals.js';
import { lookupGoals, lookupText } from './lookup-report.js';
import type { LookupResults } from './lookups.js';
import type { Machine } from './machine.js';
import { markdownTable } from './markdown.js';
import type { MemoryResults } from './memory.js';
import { memoryGoals, memoryText } from './memory-report.js';
import type { Delays } from './processes.js';
import { reviewGoals, reviewText } from './review-report.js';
import type { ReviewResults } from './reviews.js';
import { type StartRow, startGoals, startText } from './start.js';
import type { ThroughputResults } from './throughput.js';
import { throughputGoals, throughputText } from './throughput-report.js';

/** Everything one run of the bench measured; what was not asked for is not there. */
export interface Results {
  readonly mode: 'full' | 'quick';
  readonly startedAt: string;
  minutes: number;
  readonly machine: Machine;
  readonly delays: Delays;
  lookups?: LookupResults;
  reviews?: ReviewResults;
  memory?: MemoryResults;
  throughput?: ThroughputResults;
  start?: readonly StartRow[];
}

export function goalsOf({ lookups, reviews, memory, throughput, start }: Results): readonly Goal[] {
  return [
    ...(lookups ? lookupGoals(lookups) : []),
    ...(throughput ? throughputGoals(throughput) : []),
    ...(reviews ? reviewGoals(reviews) : []),
    ...(start ? startGoals(start) : []),
    ...(memory ? memoryGoals(memory) : []),
  ];
}

/** Writes `results.json` and `RESULTS.md`; overwrites what an earlier section of the same run wrote. */
export async function writeResults(folder: string, results: Results): Promise<void> {
  await mkdir(folder, { recursive: true });
  const goals = goalsOf(results);
  const json = JSON.stringify({ ...results, goals }, rounded, 1);
  await writeFile(join(folder, 'results.json'), `${json}\n`);
  await writeFile(join(folder, 'RESULTS.md'), `${markdownOf(results)}\n`);
}

export function markdownOf(results: Results): string {
  const { mode, startedAt, minutes, machine, delays, lookups, reviews, memory, throughput, start } = results;
  const { processor, cores, memoryGb, system, load, versions, commit } = machine;
  const named = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const goals = goalsOf(results);
  return [
    '# What the bench measured',
    `Written by \`npm run bench\`${mode === 'quick' ? ' -- --quick: too few repetitions to rely on' : ''}. ${startedAt}, ${minutes.toFixed(0)} minutes. Numbers are medians of rounds, in brackets the lowest and the highest round; the contestants of a table took turns in one run.`,
    `${processor}, ${cores} cores, ${memoryGb} GB, ${system}, load ${load.toFixed(2)} at the beginning. ${named.join(', ')}. Commit ${commit}.`,
    `Everything runs against the stand-in provider on this machine. It waits ${delays.document} ms before a document, ${delays.data} ms before data, ${delays.render} ms from the data to the panel, ${delays.reviews} ms before a batch of reviews. Caches, limits and Chromium’s sandbox are off unless a table says otherwise.`,
    ...(goals.length === 0 ? [] : ['### Goals', markdownTable(goalTable(goals)), reasons(goals).join('\n')]),
    ...(lookups ? [lookupText(lookups)] : []),
    ...(throughput ? [throughputText(throughput)] : []),
    ...(reviews ? [reviewText(reviews)] : []),
    ...(memory ? [memoryText(memory)] : []),
    ...(start ? [startText(start)] : []),
  ].join('\n\n');
}

/** Times to the microsecond; more is noise and makes the file long. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toFixed(3)) : value;
}
