// Copies the documentation page and its Swagger UI files into dist/docs.
// `node src/core/api/docs-page/build.mjs [folder]`; the default folder is dist.
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const OWN_FILES = ['index.html', 'init.js', 'style.css'];
const SWAGGER_FILES = [
  'swagger-ui.css',
  'swagger-ui-bundle.js',
  'swagger-ui-bundle.js.LICENSE.txt',
  'favicon-32x32.png',
  'LICENSE',
  'NOTICE',
];

/** Fills `docs` in the folder `dist`. */
function buildDocs(dist) {
  const docs = join(dist, 'docs');
  const swagger = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  rmSync(docs, { recursive: true, force: true });
  mkdirSync(docs, { recursive: true });
  for (const name of OWN_FILES) copyFileSync(join(HERE, name), join(docs, name));
  for (const name of SWAGGER_FILES) copyFileSync(join(swagger, name), join(docs, name));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  buildDocs(resolve(process.argv[2] ?? join(HERE, '..', '..', '..', '..', 'dist')));
}
