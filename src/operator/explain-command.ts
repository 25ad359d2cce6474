import { useRules } from '../provider/rules/current.js';
import { mergeRules } from '../provider/rules/merge-rules.js';
import { readRulesFile } from '../provider/rules/read-rules-file.js';
import { type Explanation, explain, firstLines } from './explain/explain.js';
import { explanationJson } from './explain/explain-json.js';
import { explanationText, wantFaultText } from './explain/explain-texts.js';
import { rulesOf } from './explain/proposal.js';
import { type ReadRecording, readWhole } from './explain/recorded-data.js';
import { parseWant, type Want } from './explain/wants.js';
import { type Recording, RecordingFault, readRecording } from './recording.js';
import { failureLines, type Say } from './rules-texts.js';

export interface ExplainRequest {
  readonly folders: readonly string[];
  /** `field=value`, as given. */
  readonly wants: readonly string[];
  /** A file with the operator's rules; null = the built-in rules alone. */
  readonly rules: string | null;
  readonly output: 'text' | 'json' | 'rules';
  readonly say: Say;
}

/** A text for standard output, or lines on why there is none. `isMissing`: something wanted was not found. */
export type ExplainResult =
  | { readonly text: string; readonly isMissing: boolean }
  | { readonly faults: readonly string[] };

/** Explains recordings. Opens no connection. */
export async function runExplain(request: ExplainRequest): Promise<ExplainResult> {
  const { folders, say, output } = request;
  const parsed = request.wants.map((want) => parseWant(want, folders.length));
  const faults = parsed.flatMap((want) => ('recording' in want ? [] : [wantFaultText(want, say)]));
  if (faults.length > 0) return { faults };
  const wants = parsed.filter((want): want is Want => 'recording' in want);
  const opened = await openAll(folders, request.rules, say);
  if ('faults' in opened) return opened;
  const explanation = explain(opened.read, wants);
  const isMissing = lacksProposals(explanation);
  if (output === 'json') return { text: jsonOf(explanationJson(explanation)), isMissing };
  if (output === 'rules') return { text: jsonOf(rulesOf(firstLines(explanation))), isMissing };
  return { text: explanationText(explanation, say), isMissing };
}

/** Puts the operator's rules in use and reads the recordings with them. */
async function openAll(
  folders: readonly string[],
  rules: string | null,
  say: Say,
): Promise<{ readonly read: readonly ReadRecording[] } | { readonly faults: readonly string[] }> {
  if (rules !== null) {
    const reading = await readRulesFile(rules);
    if (reading.kind !== 'rules') return { faults: failureLines(rules, reading, say) };
    useRules(mergeRules(reading.rules));
  }
  const read: ReadRecording[] = [];
  for (const folder of folders) {
    let recording: Recording;
    try {
      recording = await readRecording(folder);
    } catch (error) {
      return { faults: [noRecordingText(folder, error, say)] };
    }
    read.push(readWhole(folder, recording));
  }
  return { read };
}

const FAULTS: Readonly<Record<RecordingFault['kind'], string>> = {
  no_file: 'to nie jest plik',
  too_large: 'plik jest za duży',
  no_json: 'to nie jest JSON',
  too_deep: 'zbyt wiele poziomów zagnieżdżenia',
  other_form: 'plik nie ma postaci, którą zapisuje polecenie record',
};

function noRecordingText(folder: string, error: unknown, say: Say): string {
  const reason = error instanceof Error ? error.message : String(error);
  const code = (error as NodeJS.ErrnoException).code;
  const inPolish =
    error instanceof RecordingFault
      ? `${error.file}: ${FAULTS[error.kind]}`
      : `${folder}: ${code === 'ENOENT' ? 'brakuje pliku case.json albo innego pliku nagrania' : `nie można odczytać plików (${code ?? reason})`}`;
  return say(`To nie jest nagranie: ${inPolish}`, `This is no recording: ${reason}`);
}

function lacksProposals({ recordings, proposals }: Explanation): boolean {
  return (
    proposals.some((group) => group.isWanted && group.proposals.length === 0) ||
    recordings.some(({ forms }) => forms.some((form) => !form.isRead && form.lines.length === 0))
  );
}

function jsonOf(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
