// Bundles the console into dist/console, and lists the packages in the bundle in
// dist/console-packages.json. `node src/console/build.mjs [folder]`; the default folder is dist.
import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const HERE = dirname(fileURLToPath(import.meta.url));
const DIST = resolve(process.argv[2] ?? join(HERE, '..', '..', 'dist'));
const CONSOLE = join(DIST, 'console');
const TARGET = ['chrome123', 'firefox120', 'safari17.5'];

async function bundle() {
  const { metafile } = await build({
    entryPoints: { main: join(HERE, 'main.tsx'), style: join(HERE, 'style.css') },
    outdir: CONSOLE,
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    target: TARGET,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    legalComments: 'linked',
    metafile: true,
    logLevel: 'warning',
  });
  return {
    files: Object.keys(metafile.outputs).map((path) => basename(path)),
    packages: packagesOf(metafile),
  };
}

/** The packages with code in the bundle: their notices must be shipped with it. */
function packagesOf({ inputs }) {
  const names = Object.keys(inputs).flatMap(
    (path) => /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
  );
  return [...new Set(names)].sort();
}

function writePage(files) {
  const named = (pattern) => {
    const name = files.find((file) => pattern.test(file));
    if (name === undefined) throw new Error(`the bundle holds no ${pattern}`);
    return name;
  };
  const page = readFileSync(join(HERE, 'index.html'), 'utf8')
    .replace('%STYLE%', named(/^style-.*\.css$/))
    .replace('%SCRIPT%', named(/^main-.*\.js$/));
  writeFileSync(join(CONSOLE, 'index.html'), page);
  copyFileSync(join(HERE, 'icon.svg'), join(CONSOLE, 'icon.svg'));
}

/** The page that checks evidence packs, as one file with its script and styles. */
async function writeOfflinePage(files) {
  const entry = join(HERE, '../capabilities/evidence/console/offline.tsx');
  if (!existsSync(entry)) return;
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    target: TARGET,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    define: { 'process.env.NODE_ENV': '"production"' },
    minify: true,
    logLevel: 'warning',
  });
  const style = files.find((file) => /^style-.*\.css$/.test(file));
  const parts = [
    '<!doctype html><html lang="pl"><head><meta charset="utf-8" />',
    '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    `<style>${readFileSync(join(CONSOLE, style), 'utf8')}#console{display:block}main{max-width:60rem;margin:auto;padding:1.5rem}</style></head>`,
    `<body><div id="console"></div><script>${outputFiles[0].text}</script></body></html>\n`,
  ];
  writeFileSync(join(CONSOLE, 'sprawdz-dowod.html'), parts.join(''));
}

rmSync(CONSOLE, { recursive: true, force: true });
const { files, packages } = await bundle();
writePage(files);
await writeOfflinePage(files);
writeFileSync(join(DIST, 'console-packages.json'), JSON.stringify(packages));
