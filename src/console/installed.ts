import { doctorPart } from '../capabilities/doctor/console/part.js';
import { evidencePart } from '../capabilities/evidence/console/part.js';
import { jobsPart } from '../capabilities/jobs/console/part.js';
import { notifyPart } from '../capabilities/notify/console/part.js';
import { reportsPart } from '../capabilities/reports/console/part.js';
import { watchPart } from '../capabilities/watch/console/part.js';
import { loadPolish, type PolishMessages } from '../kit/client/polish-messages.js';
import type { ConsolePart } from '../kit/ui/context.js';

/** What capabilities add to the console, in the order of the navigation. */
// biome-ignore format: an entry has a line, so that it can be deleted.
export const PARTS: readonly ConsolePart[] = [
  jobsPart,
  watchPart,
  notifyPart,
  reportsPart,
  evidencePart,
  doctorPart,
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
