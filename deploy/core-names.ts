// The core and most of the kit name no capability: a folder of src/capabilities can be deleted, and nothing in them speaks
// of it. Part of `npm run check`. Identifiers are read by their words, so `jobLink` names jobs. A word that also has a common meaning
// counts only as code or where it is used as the name of the capability.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** How a folder is named in the singular or plural. */
const FORMS: Readonly<Record<string, readonly string[]>> = {
  jobs: ['job', 'jobs'],
  watch: ['watch', 'watches'],
};

/** A word with a common meaning. In identifiers and literals it always counts, but for `allowed`. */
interface CommonWord {
  /** How texts and comments name the capability. */
  readonly named?: RegExp;
  /** Identifiers that have the common meaning. */
  readonly allowed?: RegExp;
}
/** Folders whose word has a common meaning. */
const COMMON: Readonly<Record<string, CommonWord>> = {
  bulk: {
    // `bulk` is also the name of a priority, which the core gives to the links of a list.
    named: /\bbulk checks?\b/,
    allowed: /^(?:bulk|isBulk)$/,
  },
  watch: {
    named:
      /\b(?:the|a|of|all|their|your) watch(?:es)?\b|\bwatched (?:subject|place)s?\b|\bwatches\b(?! (?:the|a|whether))/,
    allowed: /^(?:un)?watchFile$/,
  },
  notify: {},
  reports: {},
};

const IDENTIFIER = /[\p{L}_$][\p{L}\p{N}_$]*/gu;
const COMMENT = /\/\*[\s\S]*?\*\/|(?<![:'"`\w])\/\/[^\n]*/g;

/** The words of an identifier: `jobLink`, `JOB_LINK` and `job-link` have two. */
const wordsOf = (name: string) =>
  name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .split(/[\s_$]+/)
    .map((word) => word.toLowerCase());

/** What of a text of code names one of these folders, with the lines; none = nothing. */
export function namesIn(text: string, folders: readonly string[]): string[] {
  const blank = (part: string) => part.replace(/[^\n]/g, ' ');
  const code = text.replace(COMMENT, blank);
  const lineOf = (index: number) => text.slice(0, index).split('\n').length;
  return folders.flatMap((folder) => {
    const forms = new Set(FORMS[folder] ?? [folder]);
    const common = COMMON[folder];
    const within = common === undefined ? text : code;
    const words = [...within.matchAll(IDENTIFIER)].filter(
      ([name]) => wordsOf(name).some((word) => forms.has(word)) && common?.allowed?.test(name) !== true,
    );
    const named = common?.named === undefined ? [] : [...text.matchAll(new RegExp(common.named, 'gi'))];
    return [...words, ...named].map((match) => `${lineOf(match.index)}: ${match[0]} (${folder})`);
  });
}

/**
 * The folders that name no capability. kit/store has the names of the files in DATA_DIR, kit/lists the types of lists, and
 * kit/ui the addresses of all views: these stand in one place for several capabilities.
 */
const FREE = ['src/core', 'src/kit/client', 'src/kit/page', 'src/kit/terminal'];
/** Texts of the command line: the help of the program lists exit codes and options of all commands. */
const HELP = /^src\/kit\/terminal\/(?:en|pl)\.ts$/;

/** What these folders say of capabilities, as `file:line: word (capability)`. */
function namesInFree(root: string): string[] {
  const folders = readdirSync(join(root, 'src/capabilities'));
  const files = FREE.flatMap((free) =>
    readdirSync(join(root, free), { recursive: true, encoding: 'utf8' }).map((path) => `${free}/${path}`),
  );
  return files
    .filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !HELP.test(path))
    .flatMap((path) => {
      const names = [path, readFileSync(join(root, path), 'utf8')].flatMap((text) => namesIn(text, folders));
      return names.map((name) => `${path}:${name}`);
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const found = namesInFree(join(import.meta.dirname, '..'));
  for (const one of found) console.error(`${one}: core and kit name no capability`);
  if (found.length > 0) process.exitCode = 1;
}
