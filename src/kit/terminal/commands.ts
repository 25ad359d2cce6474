import type { Command } from 'commander';
import type { Language } from '../../core/published/language.js';
import type { caveatText } from '../../core/texts/outcomes.js';
import type { ExitCode } from './exit.js';
import type { optionsIn } from './options.js';
import type { Session } from './session.js';
import type { CliTexts } from './texts.js';

// What a capability needs to add its commands. It imports nothing heavy: every start of the command line loads it.

/** The place and the review link in examples of commands. */
export const EXAMPLE_PLACE = 'ChIJJz6dChxbFkcRFk6Qq9KBXD8';
export const EXAMPLE_LINK = 'https://maps.app.goo.gl/PoLsKa1Zmysl7';

/** `argument`: all arguments of the user as one text; empty for a command without arguments. */
type Action<Options> = (session: Session, argument: string, options: Options) => Promise<ExitCode>;

/** Adds a command. `load` loads its action when the command runs. `examples` of its arguments are in its help. */
export type Add = <Options extends object>(
  flags: string,
  meaning: string,
  load: () => Promise<Action<Options>>,
  examples: readonly string[],
) => Command;

export type AddCommands = (kit: CommandKit) => void;

export interface CommandKit extends ReturnType<typeof optionsIn> {
  readonly t: CliTexts;
  readonly language: Language;
  readonly version: string;
  readonly add: Add;
  /** Makes a command also take lists: `load` loads its action for a file, `-` and a list that the service has. */
  readonly alsoLists: <Options extends object>(name: string, load: () => Promise<Action<Options>>) => Command;
  /** What a user should know about results, for the end of a help text. */
  readonly caveats: (...names: Parameters<typeof caveatText>[1][]) => string;
}
