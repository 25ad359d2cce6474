import { type FieldProposals, fieldProposals } from './field-proposals.js';
import { type FieldReport, fieldReports } from './field-report.js';
import { type FormReport, formReports } from './form-report.js';
import type { RuleLine } from './proposal.js';
import type { ReadRecording } from './recorded-data.js';
import type { Want } from './wants.js';

/** What is read in recordings, where, and what would make the rest readable. */
export interface Explanation {
  readonly recordings: readonly {
    readonly folder: string;
    readonly kind: string;
    readonly recordedAt: string;
    readonly fields: readonly FieldReport[];
    readonly forms: readonly FormReport[];
  }[];
  readonly proposals: readonly FieldProposals[];
}

/** Explains recordings with the rules in use. Reads nothing but what it is given. */
export function explain(read: readonly ReadRecording[], wants: readonly Want[]): Explanation {
  return {
    recordings: read.map((one) => ({
      folder: one.folder,
      kind: one.recording.about.kind,
      recordedAt: one.recording.about.recordedAt,
      fields: fieldReports(one),
      forms: formReports(one),
    })),
    proposals: fieldProposals(read, wants),
  };
}

/** The lines of the first proposal for each thing that is not read, each line once. */
export function firstLines({ recordings, proposals }: Explanation): readonly RuleLine[] {
  const lines = [
    ...proposals.flatMap((group) => group.proposals[0]?.lines ?? []),
    ...recordings.flatMap(({ forms }) => forms.flatMap((form) => form.lines)),
  ];
  return [...new Map(lines.map((line) => [JSON.stringify(line), line])).values()];
}
