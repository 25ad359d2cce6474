import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/test.js';

// The code cites the documents in docs/ by section: each section it names must exist.

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const CITING_FOLDERS = ['src', 'fixtures', 'test'];
const CITING_FILES = /\.(?:[cm]?[jt]sx?|py|css)$/;

interface Citation {
  /** File name without its folder: `places.md`. */
  readonly document: string;
  /** `§6`, `rule 5`, or the words of a heading. */
  readonly section: string;
}

/** Every citation in a source text. A citation may run over the lines of a comment. */
function citationsIn(text: string): Citation[] {
  const joined = text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|#)?\s*/g, ' ');
  const sections = [
    ...joined.matchAll(/\b(places|reviews)\.md((?:(?:,| and)? (?:§|section )\d+)+)/g),
  ].flatMap(([, name, list = '']) =>
    [...list.matchAll(/\d+/g)].map(([number]) => ({ document: `${name}.md`, section: `§${number}` })),
  );
  const rules = [...joined.matchAll(/\bverdicts\.md, rules? (\d+(?:(?:, | and |–)\d+)*)/g)].flatMap(
    ([, list = '']) =>
      numbersOf(list).map((number) => ({ document: 'verdicts.md', section: `rule ${number}` })),
  );
  const headings = [...joined.matchAll(/\b([a-z]+\.md), "([^"]+)"/g)].map(
    ([, document = '', section = '']) => ({ document, section }),
  );
  return [...sections, ...rules, ...headings];
}

/** "1–3" → 1, 2, 3; "4 and 5" → 4, 5. */
function numbersOf(list: string): number[] {
  return list.split(/, | and /).flatMap((part) => {
    const [first = 0, last = first] = part.split('–').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

/** The sections a document has, as citations name them. */
function sectionsOf(document: string, text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  const numbers = headings.flatMap((heading) => /^(\d+)\. /.exec(heading)?.[1] ?? []);
  const rules = document === 'verdicts.md' ? [...text.matchAll(/^(\d+)\. /gm)].map(([, rule]) => rule) : [];
  return [...headings, ...numbers.map((number) => `§${number}`), ...rules.map((rule) => `rule ${rule}`)];
}

function filesIn(folder: string, isWanted: (name: string) => boolean): string[] {
  return readdirSync(join(PROJECT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.includes('node_modules') && isWanted(name))
    .map((name) => join(folder, name));
}

const read = (file: string) => readFileSync(join(PROJECT, file), 'utf8');

const documents = new Map(
  filesIn('docs', (name) => name.endsWith('.md')).map((file) => {
    const name = file.split(/[/\\]/).at(-1) ?? '';
    return [name, sectionsOf(name, read(file))] as const;
  }),
);

/** What a text cites that does not exist. */
function brokenIn(text: string): string[] {
  return citationsIn(text)
    .filter(({ document, section }) => documents.get(document)?.includes(section) !== true)
    .map(({ document, section }) => `${document} ${section}`);
}

const sources = CITING_FOLDERS.flatMap((folder) => filesIn(folder, (name) => CITING_FILES.test(name)));

test('every section that the code cites exists in docs/', () => {
  const broken = sources.flatMap((file) => brokenIn(read(file)).map((citation) => `${file}: ${citation}`));
  expect(broken).toEqual([]);
});
