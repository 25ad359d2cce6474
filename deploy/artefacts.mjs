// artefacts.mjs <folder>: writes the artefacts of a release that are made from the OpenAPI document (CONTRIBUTING.md#release):
// openapi.json, place-lookup.d.ts, the types of the API, and bruno/, the Bruno collection (docs/integrations.md).
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import { openApiDocument } from '../src/core/api/openapi/document.js';
import { CAPABILITIES, ENDPOINTS } from '../src/installed.js';
import { brunoFiles } from './bruno.mjs';
import { json } from './shipped-packages.mjs';

/** @throws Error that says why nothing was written */
async function writeArtefacts(folder) {
  if (folder === undefined) throw new Error('name a folder: npm run artefacts -- <folder>');
  const collection = join(folder, 'bruno');
  // It may hold values of its user, and requests that no longer exist would stay.
  if (existsSync(collection)) throw new Error(`${collection} exists: remove it, or name another folder`);
  const { version } = json('package.json');
  const document = JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, CAPABILITIES, version)));
  const types = astToString(await openapiTS(document));
  const files = {
    [join(folder, 'openapi.json')]: `${JSON.stringify(document, null, 2)}\n`,
    [join(folder, 'place-lookup.d.ts')]:
      `// The API of place-lookup ${version}, made from its OpenAPI document.\n\n${types}`,
  };
  for (const [name, text] of Object.entries(brunoFiles(document))) files[join(collection, name)] = text;
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

try {
  await writeArtefacts(process.argv[2]);
} catch (error) {
  console.error(`artefacts: ${error.message}`);
  process.exitCode = 1;
}
