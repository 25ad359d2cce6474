import type { Command } from 'commander';
import { PLACE_FIELDS } from '../contract/place-fields.js';
import type { Say } from './session.js';

const NAME = ['"Pierogarnia, Kraków"', '"Pierogi, Cracow"'] as const;
const PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
const LINK = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';
const JOB = '5f0c6e2a9b7d4c1e8a3f2b60';

/** Arguments of each command, as a person would write them. File names are in the user's language. */
function examplesOf(say: Say): Readonly<Record<string, readonly string[]>> {
  const [links, results, reviews, names] = [
    say('linki', 'links'),
    say('wyniki', 'results'),
    say('opinie', 'reviews'),
    say('miejsca', 'places'),
  ];
  return {
    'place-lookup': [`all ${say(...NAME)}`, `check ${links}.xlsx --xlsx ${results}.xlsx`],
    search: [say(...NAME), LINK],
    details: [PLACE, `${PLACE} --json`],
    all: [say(...NAME), LINK],
    places: [`${names}.csv --xlsx ${results}.xlsx`, `${names}.txt --out ${results}.ndjson --resume`],
    convert: [PLACE, '4565666864068316694'],
    reviews: [`${PLACE} --max-stars 2`, `${PLACE} --xlsx ${reviews}.xlsx`],
    review: [LINK],
    check: [
      `${links}.xlsx --xlsx ${results}.xlsx`,
      `${links}.csv --csv > ${results}.csv`,
      `${links}.txt --out ${results}.ndjson --resume`,
    ],
    rules: [`print rules.json`, 'check rules.json'],
    'rules print': ['', 'rules.json'],
    'rules check': ['rules.json'],
    doctor: ['--quick', '--bundle report.zip'],
    record: [`${LINK} --out /tmp`, `${PLACE} --reviews --out /tmp`],
    explain: [`recorded--place --want ${PLACE_FIELDS.reviewCount}=8713`],
    completion: ['bash', 'zsh', 'fish'],
    jobs: [`submit ${links}.csv`, `results ${JOB} --follow`],
    'jobs submit': [`${links}.csv`, `${names}.txt --type place-reviews --max-stars 2`],
    'jobs status': [JOB],
    'jobs list': ['', '--json'],
    'jobs results': [`${JOB} --follow --out ${results}.ndjson`, `${JOB} --xlsx ${results}.xlsx`],
    'jobs cancel': [JOB],
    'jobs delete': [JOB],
  };
}

/** Adds examples to the help of every command. */
export function addExamples(program: Command, say: Say): void {
  const examples = examplesOf(say);
  const add = (command: Command, path: string): void => {
    const lines = (examples[path.replace(`${program.name()} `, '')] ?? []).map((words) =>
      `  ${path} ${words}`.trimEnd(),
    );
    if (lines.length > 0) {
      command.addHelpText('after', `\n${say('Przykłady:', 'Examples:')}\n${lines.join('\n')}`);
    }
    for (const child of command.commands) add(child, `${path} ${child.name()}`);
  };
  add(program, program.name());
}
