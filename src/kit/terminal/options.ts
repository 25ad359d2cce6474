import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { Option } from 'commander';
import { EXIT, ExitError } from './exit.js';
import { systemReason } from './failure-text.js';
import { realPath } from './files.js';
import type { CliTexts } from './texts.js';

/** Checks the folder of a file that is written later. @throws ExitError when it cannot be written */
export function refuseUnwritable(file: string, t: CliTexts): void {
  try {
    accessSync(dirname(realPath(file)), constants.W_OK);
  } catch (error) {
    throw new ExitError(EXIT.usage, t('files.cannotWrite', { file, reason: systemReason(error, t) }));
  }
}

/** Makes options whose values are checked, with messages in the language of `texts`. */
export function optionsIn(t: CliTexts) {
  return {
    choice: (flags: string, values: readonly string[], meaning: string) =>
      new Option(flags, meaning).choices(values).argParser(oneOf(flags, values, t)),
    number: (flags: string, least: number, most: number, meaning: string) =>
      new Option(flags, meaning).argParser(wholeNumber(flags, least, most, t)),
  };
}

/** Reads a whole number for commander. The reader throws an ExitError for anything else. */
function wholeNumber(flags: string, min: number, max: number, t: CliTexts): (text: string) => number {
  return (text) => {
    const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw wrongValue(flags, text, `${min}–${max}`, t);
  };
}

/** Reads one of the choices for commander. The reader throws an ExitError for anything else. */
function oneOf(flags: string, choices: readonly string[], t: CliTexts): (text: string) => string {
  return (text) => {
    if (choices.includes(text)) return text;
    throw wrongValue(flags, text, choices.join(', '), t);
  };
}

function wrongValue(flags: string, value: string, allowed: string, t: CliTexts): ExitError {
  return new ExitError(EXIT.usage, t('misuse.value', { flags, value, allowed }));
}
