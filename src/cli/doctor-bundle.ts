import { strToU8, zipSync } from 'fflate';
import type { DoctorOutcome } from '../operator/doctor.js';
import { saveFile } from './output.js';
import type { Session } from './session.js';
import { withoutControls } from './text.js';

/** The files of a bundle by name, as text. */
export type BundleFiles = Readonly<Record<string, string>>;

/** Asks the person at the terminal; null = there is no terminal. */
export type Question = ((text: string) => Promise<boolean>) | null;

/** Everything a bug report needs. It is made of what holds no names, texts, keys or addresses. */
export function bundleFiles({ data, settings, log, version }: DoctorOutcome): BundleFiles {
  const { node, v8 } = process.versions;
  const machine = { version, node, v8, platform: process.platform, architecture: process.arch };
  return {
    'report.json': `${JSON.stringify(data, null, 2)}\n`,
    'machine.json': `${JSON.stringify(machine, null, 2)}\n`,
    'settings.json': `${JSON.stringify(settings, null, 2)}\n`,
    'log.ndjson': log.map((line) => `${line}\n`).join(''),
  };
}

/** Shows a bundle, asks, and writes it. Without a terminal and without `--yes` it is not written. */
export async function offerBundle(
  { texts, note, language }: Pick<Session, 'texts' | 'note' | 'language'>,
  files: BundleFiles,
  { file, isSure, ask }: { readonly file: string; readonly isSure: boolean; readonly ask: Question },
): Promise<void> {
  note(texts.doctor.bundleContent(file));
  for (const [name, text] of Object.entries(files)) {
    note(`--- ${name}`);
    for (const line of withoutControls(text).trimEnd().split('\n')) note(line);
  }
  if (!isSure && ask === null) {
    note(texts.doctor.needsYes(file));
    return;
  }
  const yes = language === 'pl' ? 't/N' : 'y/N';
  const question = texts.doctor.question(file, yes);
  if (!isSure && ask !== null && !(await ask(question))) {
    note(texts.doctor.notWritten(file));
    return;
  }
  const entries = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  saveFile({ texts, note }, file, zipSync(Object.fromEntries(entries)), null);
}
