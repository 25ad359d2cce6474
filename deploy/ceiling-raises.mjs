import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const PATH = 'deploy/ceilings.json';
/** The rule holds for the commits after the one that adds this file. */
const RULE = 'deploy/ceiling-raises.mjs';

/**
 * Commits that raise a figure of deploy/ceilings.json without a line `ceiling: <folder> +n because …` in their body,
 * or without another folder that falls by as much. `skipped` says why the history could not be checked.
 */
export function raisesWithoutReason(repository) {
  const git = (...args) =>
    execFileSync('git', ['-C', repository, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  if (!existsSync(join(repository, '.git'))) return { skipped: 'there is no git history', faults: [] };
  try {
    if (git('rev-parse', '--is-shallow-repository').trim() === 'true')
      return { skipped: 'the clone is shallow', faults: [] };
    const [first] = git('log', '--reverse', '--diff-filter=A', '--format=%H', '--', RULE).split('\n');
    if (!first) return { skipped: 'the rule is not committed yet', faults: [] };
    const commits = git('rev-list', '--no-merges', `${first}..HEAD`, '--', PATH).split('\n').filter(Boolean);
    const at = (commit) => JSON.parse(git('show', `${commit}:${PATH}`));
    const faults = commits.flatMap((commit) =>
      faultsOf(at(`${commit}^`), at(commit), git('log', '-1', '--format=%b', commit)).map(
        (fault) => `${commit.slice(0, 8)}: ${fault}`,
      ),
    );
    return { skipped: null, faults };
  } catch {
    return { skipped: 'git cannot read it', faults: [] };
  }
}

/** What a commit lacks that changes the ceilings from `before` to `after`. `src` is the sum and not a folder here. */
function faultsOf(before, after, body) {
  const changes = Object.keys({ ...before, ...after })
    .filter((folder) => folder !== 'src')
    .map((folder) => [folder, (after[folder] ?? 0) - (before[folder] ?? 0)]);
  const raised = changes.filter(([, change]) => change > 0);
  const sum = (list) => list.reduce((total, [, change]) => total + change, 0);
  const lines = body.split('\n');
  const faults = raised
    .filter(
      ([folder, n]) => !lines.some((line) => /\S/.test(reasonIn(line, `ceiling: ${folder} +${n} because `))),
    )
    .map(([folder, n]) => `no line "ceiling: ${folder} +${n} because …" in the body`);
  if (raised.length > 0 && sum(changes) > 0) faults.push('no other folder falls by as much');
  if (raised.length === 0 && after.src > before.src) faults.push('the ceiling of src rises');
  return faults;
}

/** The text of a line after its beginning; empty if the line begins otherwise. */
function reasonIn(line, beginning) {
  return line.startsWith(beginning) ? line.slice(beginning.length) : '';
}
