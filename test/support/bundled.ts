import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles a program of `folder` for Node.js, and returns its path: it starts in a tenth of the time. */
export async function bundled(name: string, folder = 'test/support'): Promise<string> {
  const outfile = join('test-results', 'bundled', `${name}.mjs`);
  await build({
    ...{ entryPoints: [`${folder}/${name}.ts`], outfile, bundle: true, platform: 'node', format: 'esm' },
    ...{ packages: 'external', target: 'node20', logLevel: 'error' },
  });
  return outfile;
}
