// Types, imports, form, lint, names and ceilings: `npm run check`. Two steps run at a time, for most use one processor.
// A step prints its faults when it ends. After the first step that fails, no further step begins.
import { spawn } from 'node:child_process';

const STEPS = [
  'node_modules/eslint/bin/eslint.js --cache --cache-location node_modules/.cache/eslint/ src integrations deploy setup.mjs',
  'node_modules/typescript-native/bin/tsc -p . --incremental --tsBuildInfoFile node_modules/.cache/types.tsbuildinfo',
  'node_modules/dependency-cruiser/bin/dependency-cruise.mjs src --ignore-known',
  'node_modules/@biomejs/biome/bin/biome check .',
  '--import tsx deploy/core-names.ts',
  'deploy/ceilings.mjs',
];

async function work() {
  for (let step = STEPS.shift(); step !== undefined && !process.exitCode; step = STEPS.shift())
    await new Promise((resolve) => {
      const child = spawn(process.execPath, step.split(' '), { stdio: ['ignore', 'pipe', 'pipe'] });
      const said = [];
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => said.push(part));
      child.once('close', (code) => {
        process.stdout.write(Buffer.concat(said));
        if (code !== 0) process.exitCode = 1;
        resolve();
      });
    });
}

await Promise.all([work(), work()]);
