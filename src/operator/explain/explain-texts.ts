import type { Say } from '../rules-texts.js';
import type { Explanation } from './explain.js';
import type { EntryOutcome, FieldReport, TriedEntry } from './field-report.js';
import type { FormReport } from './form-report.js';
import { type Proposal, quoted, rulesOf } from './proposal.js';
import type { WantFault } from './wants.js';

/** Proposals that are shown for one list. */
export const MOST_SHOWN = 3;

const MARKS: Readonly<Record<EntryOutcome, string>> = {
  taken: '✓',
  same: '=',
  other: '≠',
  refused: '!',
  nothing: '-',
};

/** An explanation as a person reads it. */
export function explanationText({ recordings, proposals }: Explanation, say: Say): string {
  const lines = recordings.flatMap(({ folder, kind, recordedAt, fields, forms }, index) => [
    `${index + 1}. ${folder} (${kind}, ${recordedAt})`,
    ...fields.flatMap((field) => fieldLines(field, say)),
    ...forms.flatMap((form) => formLines(form, say)),
    '',
  ]);
  const ofFields = proposals.flatMap(({ field, list, isWanted, elsewhere, proposals: found }) => [
    `${field.published.join(', ')} → ${list} (${isWanted ? say('podana wartość', 'the value given') : say('wartość z innego źródła', 'the value of another source')})`,
    ...proposalLines(found, say),
    ...(found.length === 0 ? [`  ${say('nie znaleziono', 'not found')}`] : []),
    ...elsewhere.map(
      (where) =>
        `  ${say('jest w postaci, której usługa nie czyta', 'there in a form the service does not read')}: ${where}`,
    ),
  ]);
  const ofForms = recordings.flatMap(({ forms }) =>
    forms.flatMap(({ form, part, isRead, lines: entries }) =>
      isRead
        ? []
        : [
            `${formName(form, say)} (${part})`,
            `  ${entries.length === 0 ? say('nie znaleziono', 'not found') : JSON.stringify(rulesOf(entries))}`,
          ],
    ),
  );
  const all = [...ofFields, ...ofForms];
  const heading =
    all.length === 0
      ? say('Propozycji brak: wszystko jest odczytywane.', 'No proposals: everything is read.')
      : say(
          'Propozycje (każdy wiersz w nawiasach {} to gotowy plik reguł)',
          'Proposals (each line in braces is a whole rules file)',
        );
  return `${[...lines, heading, ...all].join('\n')}\n`;
}

function fieldLines({ names, value, origin, found, tried }: FieldReport, say: Say): readonly string[] {
  const read = value === null ? say('nie odczytano', 'not read') : quoted(value);
  const where = origin === null ? '' : ` ← ${origin.source} ${origin.list} ${origin.entry}`;
  const counted =
    found === null
      ? ''
      : say(`; rekordy: ${found.records} z ${found.of}`, `; records: ${found.records} of ${found.of}`);
  const isPlain = tried.every(({ outcome }) => outcome === 'taken' || outcome === 'same');
  return [
    `   ${names.join(', ')}: ${read}${where}${counted}`,
    ...(isPlain ? [] : tried.map((entry) => `     ${MARKS[entry.outcome]} ${triedText(entry, say)}`)),
  ];
}

function triedText({ source, list, entry, set, outcome, raw, parsed }: TriedEntry, say: Say): string {
  const place = `${source} ${list} ${entry}${set === 'operator' ? say(' (z pliku reguł)', ' (rules file)') : ''}`;
  switch (outcome) {
    case 'nothing':
      return `${place}: ${say('nic tam nie ma', 'nothing there')}`;
    case 'refused':
      return `${place}: ${raw} ${say('– to nie jest właściwa wartość', 'is not what the field must be')}`;
    case 'other':
      return `${place}: ${raw} → ${parsed}, ${say('ale pierwszeństwo ma inne źródło', 'but another source comes first')}`;
    default:
      return `${place}: ${raw} → ${parsed}`;
  }
}

function formLines({ form, part, reading, isRead, what }: FormReport, say: Say): readonly string[] {
  const state = isRead ? reading : `${reading} ${say('– nie da się odczytać', '– cannot be read')}`;
  return [`   ${formName(form, say)} (${part}): ${state}${what === '' ? '' : `; ${what}`}`];
}

function formName(form: FormReport['form'], say: Say): string {
  return form === 'reviews'
    ? say('porcja opinii', 'batch of reviews')
    : say('wyniki wyszukiwania', 'search results');
}

function proposalLines(proposals: readonly Proposal[], say: Say): readonly string[] {
  return proposals
    .slice(0, MOST_SHOWN)
    .flatMap(({ lines, reads, agrees, samples, contradicts, finds, near }, index) => [
      `  ${index + 1}. ${JSON.stringify(rulesOf(lines))}`,
      `     ${say(`odczytuje ${reads}; zgodne: ${agrees} z ${samples}`, `reads ${reads}; agrees: ${agrees} of ${samples}`)}${
        contradicts === 0 ? '' : say(`, sprzeczne: ${contradicts}`, `, contradicts: ${contradicts}`)
      }${finds > 1 ? say(`; znajduje elementów: ${finds}`, `; finds elements: ${finds}`) : ''}${
        near === null ? '' : say(`; podobne do ${near}`, `; near ${near}`)
      }`,
    ]);
}

/** Why a wanted value cannot be looked for. */
export function wantFaultText({ text, kind }: WantFault, say: Say): string {
  switch (kind) {
    case 'form':
      return say(`--want ${text}: oczekiwano pole=wartość`, `--want ${text}: field=value is expected`);
    case 'unknown_field':
      return say(`--want ${text}: nie ma takiego pola`, `--want ${text}: there is no such field`);
    case 'no_recording':
      return say(
        `--want ${text}: nie ma nagrania o tym numerze`,
        `--want ${text}: there is no recording of this number`,
      );
    case 'value':
      return say(`--want ${text}: brakuje wartości`, `--want ${text}: the value is missing`);
  }
}
