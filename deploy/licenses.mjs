// Prints the licences and notices of every package the service runs with, and of those that are bundled into its web
// pages: `node deploy/licenses.mjs > licenses.txt`. Needs node_modules with all packages and a built dist/.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundledPackages, json, PROJECT, runtimePackages } from './shipped-packages.mjs';

const NOTICE_FILE = /^(licen[cs]e|notice|copying|copyright|thirdpartynotices)/i;
/** Stands beside a bundle and names what is bundled in it. */
const NOTICE_OF_BUNDLE = /\.LICENSE(\.txt)?$/;
const RULE = '='.repeat(80);

function noticeFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, file: join(entry.parentPath ?? entry.path, entry.name) }))
    .filter(({ entry, file }) => {
      const isOwn = dirname(file) === folder && NOTICE_FILE.test(entry.name);
      const isNested = file.slice(folder.length).includes('/node_modules/');
      return entry.isFile() && !isNested && (isOwn || NOTICE_OF_BUNDLE.test(entry.name));
    })
    .map(({ file }) => file)
    .sort();
}

function describe(path) {
  const { name, version, license, author, homepage } = json(path, 'package.json');
  const texts = noticeFiles(join(PROJECT, path)).map((file) => readFileSync(file, 'utf8').trim());
  const holder = typeof author === 'string' ? author : author?.name;
  if (license === undefined && texts.length === 0) throw new Error(`${name}@${version} names no licence`);
  return {
    title: `${name} ${version} (${license ?? 'see below'})`,
    text:
      texts.length > 0
        ? [...new Set(texts)].join('\n\n')
        : ['The package holds no licence text. Its package.json names:', license, holder, homepage]
            .filter(Boolean)
            .join('\n'),
  };
}

/** Packages with the same text share one section. */
const sections = new Map();
for (const path of new Set([...runtimePackages(), ...bundledPackages()])) {
  const { title, text } = describe(path);
  sections.set(text, [...(sections.get(text) ?? []), title]);
}
for (const [text, titles] of sections) {
  console.log(`${RULE}\n${titles.sort().join('\n')}\n${RULE}\n\n${text}\n`);
}
