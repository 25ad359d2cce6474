import { doctorCommands } from '../capabilities/doctor/cli/commands.js';
import { evidenceCommands } from '../capabilities/evidence/cli/commands.js';
import { jobCommands } from '../capabilities/jobs/cli/commands.js';
import { mcpCommands } from '../capabilities/mcp/cli/commands.js';
import { loadPolish, type PolishMessages } from '../kit/client/polish-messages.js';
import type { AddCommands } from '../kit/terminal/commands.js';

/** The commands of capabilities, in the order of the help. */
// biome-ignore format: an entry has a line, so that it can be deleted.
export const COMMANDS: readonly AddCommands[] = [
  jobCommands,
  evidenceCommands,
  mcpCommands,
  doctorCommands,
];

/** The Polish messages of capabilities. */
// biome-ignore format: an entry has a line, so that it can be deleted.
const MESSAGES: readonly (() => Promise<{ readonly pl: PolishMessages }>)[] = [
  () => import('../capabilities/bulk/messages/pl.js'),
  () => import('../capabilities/jobs/messages/pl.js'),
  () => import('../capabilities/evidence/messages/pl.js'),
  () => import('../capabilities/watch/messages/pl.js'),
  () => import('../capabilities/notify/messages/pl.js'),
  () => import('../capabilities/reports/messages/pl.js'),
  () => import('../capabilities/doctor/messages/pl.js'),
  () => import('../capabilities/mcp/messages/pl.js'),
];

/** Loads the Polish messages of all capabilities. */
export const loadMessages = () => loadPolish(MESSAGES);
