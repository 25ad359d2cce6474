// Translates src/, test/, fixtures/ and deploy/ to JavaScript once, before Playwright collects the tests: its own
// loader translates in the main process and again costs each worker four seconds of CPU. A file is translated again
// when it has changed. Source maps lead back: messages, stack traces and `playwright test FILE` name the .ts files.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transform } from 'esbuild';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const FOLDERS = ['src', 'test', 'fixtures', 'deploy'];
/** Programs of others, and data that are read and never imported. */
const LEFT_OUT = /^test\/bench\/peers\/|^fixtures\/.*\.json$|\.d\.m?ts$|\.d\.json\.ts$/;

/** Where the JavaScript is: below it, the folders are those of the checkout. */
export const TRANSLATED = join(PROJECT, 'node_modules/.cache/tests');
const STATE = join(TRANSLATED, 'state.json');

/** What the result depends on besides the file: this program, and the place of the checkout, which files name. */
const VERSION = JSON.stringify([statSync(fileURLToPath(import.meta.url)).mtimeMs, PROJECT]);

export async function translate() {
  const before = readState();
  const files = Object.fromEntries(
    FOLDERS.flatMap((folder) => filesBelow(folder)).map((file) => {
      const { mtimeMs, size } = statSync(join(PROJECT, file));
      return [file, `${mtimeMs} ${size}`];
    }),
  );
  for (const file of Object.keys(before))
    if (files[file] === undefined)
      for (const name of [target(file), `${target(file)}.map`]) rmSync(name, { force: true });
  await Promise.all(
    Object.keys(files).map((file) => (files[file] === before[file] ? undefined : translateFile(file))),
  );
  mkdirSync(TRANSLATED, { recursive: true });
  writeFileSync(join(TRANSLATED, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(STATE, JSON.stringify({ version: VERSION, files }));
}

function readState() {
  if (!existsSync(STATE)) return {};
  const { version, files } = JSON.parse(readFileSync(STATE, 'utf8'));
  if (version === VERSION) return files;
  rmSync(TRANSLATED, { recursive: true });
  return {};
}

function filesBelow(folder) {
  return readdirSync(join(PROJECT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (LEFT_OUT.test(entry.isDirectory() ? `${path}/` : path)) return [];
    if (entry.isDirectory()) return filesBelow(path);
    return /\.([jt]sx?|m[jt]s|json)$/.test(entry.name) ? [path] : [];
  });
}

function target(file) {
  return join(TRANSLATED, file.replace(/\.tsx?$/, '.js'));
}

async function translateFile(file) {
  const source = join(PROJECT, file);
  const result = target(file);
  const text = readFileSync(source, 'utf8');
  mkdirSync(dirname(result), { recursive: true });
  if (file.endsWith('.json')) return writeFileSync(result, text);
  const { code, map } = await transform(addressThreads(text, source, result), {
    loader: file.endsWith('.tsx') ? 'tsx' : file.endsWith('.ts') ? 'ts' : 'js',
    format: 'esm',
    target: 'node20.19',
    sourcefile: relative(dirname(result), source),
    sourcemap: 'external',
    sourcesContent: false,
    // Data beside a file, and the programs that a test starts, are where the file itself is.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(source).href) },
    tsconfigRaw: {
      compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact', verbatimModuleSyntax: true },
    },
  });
  const name = `${result.split('/').at(-1)}.map`;
  writeFileSync(`${result}.map`, map);
  writeFileSync(result, `${code}//# sourceMappingURL=${name}\n`);
}

/** A program of a thread, `new URL('./thread.js', import.meta.url)`, is the translated one. */
function addressThreads(text, source, result) {
  return text.replaceAll(/new URL\('(\.\/[\w-]+)\.js', import\.meta\.url\)/g, (whole, name) =>
    existsSync(resolve(dirname(source), `${name}.ts`))
      ? `new URL('${pathToFileURL(resolve(dirname(result), `${name}.js`)).href}')`
      : whole,
  );
}
