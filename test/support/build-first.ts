import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where a service that is started in the checkout without a setting keeps its data. */
const CHECKOUT_DATA = fileURLToPath(new URL('../../data', import.meta.url));
const SETUP = fileURLToPath(new URL('../../setup.mjs', import.meta.url));

const WRITE_DOCUMENT = `
  import { readFileSync, writeFileSync } from 'node:fs';
  import { CAPABILITIES, ENDPOINTS } from './dist/installed.js';
  import { openApiDocument } from './dist/core/api/openapi/document.js';
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  writeFileSync(process.env.OPENAPI_FILE, JSON.stringify(openApiDocument(ENDPOINTS, CAPABILITIES, version)));`;

/**
 * Runs once before all tests. Builds dist/, which tests start programs from, unless it is built from src/ as it is
 * now. Writes the OpenAPI document to the file `OPENAPI_FILE` for contract-check.ts: every test worker would need
 * more than a second to make it. @returns what fails after the tests if one has started a service that keeps its data
 * in the checkout
 */
export default function buildFirst(): () => void {
  const hadData = existsSync(CHECKOUT_DATA);
  process.env.OPENAPI_FILE = join(tmpdir(), 'openapi.json');
  run('dist/ could not be built', [SETUP, '--no-install', '--no-browser']);
  run('the OpenAPI document could not be made', ['--input-type=module', '--eval', WRITE_DOCUMENT]);
  return () => {
    if (!hadData && existsSync(CHECKOUT_DATA))
      throw new Error(
        `a test has made ${CHECKOUT_DATA}: give its service a DATA_DIR of its own, and remove the folder`,
      );
  };
}

function run(failure: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(process.execPath, args, {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    encoding: 'utf8',
    timeout: 300_000,
  });
  if (status !== 0) throw new Error(`${failure}:\n${stderr}`);
}
