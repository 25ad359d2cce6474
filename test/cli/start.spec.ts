import { mkdir, readdir, readFile } from 'node:fs/promises';
import { expect, test } from '../support/test.js';
import { runProcess } from './command.js';

// What a command loads before it does its work. Every file costs time at the start.

/** The project's own modules that `check` may load. */
const MAX_MODULES = 110;

/** The files that a run of the command loads, as V8 lists them; paths from the project. */
async function modulesOf(args: readonly string[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  await runProcess(args, {
    env: { NODE_V8_COVERAGE: folder },
    stdin: 'https://maps.app.goo.gl/PoLsKa1Zmysl7\n',
  });
  const files = new Set<string>();
  for (const name of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(`${folder}/${name}`, 'utf8')) as {
      result: { url: string }[];
    };
    for (const { url } of result) {
      const path = /\/((?:dist|node_modules)\/.*)$/.exec(url)?.[1];
      if (url.startsWith('file:') && path !== undefined) files.add(path);
    }
  }
  return [...files];
}

// Port 9 of this machine answers nothing: the command ends when it has loaded all it needs.
for (const args of [
  ['check', '-', '--api', 'http://127.0.0.1:9'],
  ['check', '--help'],
]) {
  test(`${args.join(' ')} loads neither the service, a browser nor zod`, async () => {
    const modules = await modulesOf(args, test.info().outputPath('modules'));
    expect(modules).toContain('dist/cli/main.js');
    const foreign =
      /^node_modules\/(?:playwright|undici|koa|zod)|^dist\/(?:app|core\/(?:api|browser|egress|places|provider|reviews|traffic))\//;
    expect(modules.filter((path) => foreign.test(path))).toEqual([]);
    expect(modules.filter((path) => path.startsWith('dist/')).length).toBeLessThanOrEqual(MAX_MODULES);
  });
}
