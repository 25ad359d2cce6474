// `npm run dev`: the service from dist/, restarted when its code changes; the console and the documentation page are
// built anew when theirs does. Ends with Ctrl-C.
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');
/** A save changes several files. */
const QUIET_MS = 200;

function run(...args) {
  return spawn(process.execPath, args, { cwd: PROJECT, stdio: 'inherit' });
}

/** Builds a page for browsers, once after each burst of changes in its folder or another one it needs. */
function buildOnChange(folder, ...needed) {
  let timer;
  let building = null;
  const build = () => {
    if (building !== null) {
      timer = setTimeout(build, QUIET_MS);
      return;
    }
    building = run(join(folder, 'build.mjs'));
    building.once('exit', (code) => {
      console.error(`dev: ${folder} ${code === 0 ? 'is built' : 'was not built, see above'}`);
      building = null;
    });
  };
  for (const watched of [folder, ...needed]) {
    watch(join(PROJECT, watched), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(build, QUIET_MS);
    });
  }
}

const service = [
  run(
    join('node_modules', 'typescript-native', 'bin', 'tsc'),
    '-p',
    'src',
    '--watch',
    '--preserveWatchOutput',
  ),
  run('--watch', '--watch-preserve-output', join('dist', 'main.js')),
];
buildOnChange('src/console', 'src/kit', 'src/core/published', 'src/capabilities');
buildOnChange('src/core/api/docs-page');
buildOnChange('src/core/texts', 'src');
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    for (const child of service) child.kill('SIGTERM');
    process.exit(0);
  });
}
