import { doctorCommands } from '../capabilities/doctor/cli/commands.js';
import { evidenceCommands } from '../capabilities/evidence/cli/commands.js';
import { jobCommands } from '../capabilities/jobs/cli/commands.js';
import { mcpCommands } from '../capabilities/mcp/cli/commands.js';
import { recordingCommands } from '../capabilities/recordings/cli/commands.js';
import { watchCommands } from '../capabilities/watch/cli/commands.js';
import type { AddCommands } from '../kit/terminal/commands.js';

/** The commands of capabilities, in the order of the help. */
// biome-ignore format: an entry has a line, so that it can be deleted.
export const COMMANDS: readonly AddCommands[] = [
  evidenceCommands,
  jobCommands,
  watchCommands,
  mcpCommands,
  doctorCommands,
  recordingCommands,
];
