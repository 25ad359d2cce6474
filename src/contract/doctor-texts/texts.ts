import type { DoctorCheck, DoctorData, FindingCode } from '../doctor.js';

/** The text of a value by its name. */
export type Values = (name: string) => string;

interface FindingText {
  readonly seen: string | ((value: Values) => string);
  /** Absent = nothing need be done. */
  readonly advice?: string;
}

/** What the doctor says in one language. */
export interface DoctorTexts {
  readonly states: Readonly<Record<DoctorData['status'], string>>;
  readonly statuses: Readonly<Record<DoctorCheck['status'], string>>;
  readonly checks: Readonly<Record<DoctorCheck['id'], string>>;
  readonly findings: Readonly<Record<FindingCode, FindingText>>;
  /** A line about the run: its kind, time and loads. */
  readonly run: (quick: boolean, seconds: string, loads: number) => string;
  readonly found: string;
  readonly missing: string;
  readonly advice: string;
}
