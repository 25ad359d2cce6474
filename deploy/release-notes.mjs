// release-notes.mjs <tag>: prints the section of CHANGELOG.md for a tag such as v1.2.0.
// Exit code 1 where the tag is not the version of package.json, or the section is missing or empty.
import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

/** @throws Error that says why there are no notes */
function notesOf(tag) {
  const { version } = JSON.parse(read('package.json'));
  if (tag !== `v${version}`)
    throw new Error(`the tag is ${tag}, and package.json has the version ${version}`);
  const sections = read('CHANGELOG.md').split(/^## /m);
  const notes = sections
    .find((section) => section.startsWith(`[${version}]`))
    ?.replace(/^.*\n/, '')
    .trim();
  if (!notes) throw new Error(`CHANGELOG.md has no text for ${version}`);
  return notes;
}

try {
  console.log(notesOf(process.argv[2]));
} catch (error) {
  console.error(`release-notes: ${error.message}`);
  process.exitCode = 1;
}
