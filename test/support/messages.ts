import { en as BULK_EN } from '../../src/capabilities/bulk/messages/en.js';
import { pl as BULK_PL } from '../../src/capabilities/bulk/messages/pl.js';
import { en as DOCTOR_EN } from '../../src/capabilities/doctor/messages/en.js';
import { pl as DOCTOR_PL } from '../../src/capabilities/doctor/messages/pl.js';
import { en as EVIDENCE_EN } from '../../src/capabilities/evidence/messages/en.js';
import { pl as EVIDENCE_PL } from '../../src/capabilities/evidence/messages/pl.js';
import { en as JOBS_EN } from '../../src/capabilities/jobs/messages/en.js';
import { pl as JOBS_PL } from '../../src/capabilities/jobs/messages/pl.js';
import { en as MCP_EN } from '../../src/capabilities/mcp/messages/en.js';
import { pl as MCP_PL } from '../../src/capabilities/mcp/messages/pl.js';
import { en as NOTIFY_EN } from '../../src/capabilities/notify/messages/en.js';
import { pl as NOTIFY_PL } from '../../src/capabilities/notify/messages/pl.js';
import { en as REPORTS_EN } from '../../src/capabilities/reports/messages/en.js';
import { pl as REPORTS_PL } from '../../src/capabilities/reports/messages/pl.js';
import { en as WATCH_EN } from '../../src/capabilities/watch/messages/en.js';
import { pl as WATCH_PL } from '../../src/capabilities/watch/messages/pl.js';
import { en as CORE_EN } from '../../src/core/texts/en.js';
import { messagesOf } from '../../src/core/texts/messages.js';
import { pl as CORE_PL } from '../../src/core/texts/pl.js';
import { en as DATA_EN } from '../../src/kit/store/messages/en.js';
import { pl as DATA_PL } from '../../src/kit/store/messages/pl.js';

// The messages of the core and of all capabilities.

export const MESSAGES = {
  ...CORE_EN,
  ...DATA_EN,
  ...BULK_EN,
  ...JOBS_EN,
  ...EVIDENCE_EN,
  ...WATCH_EN,
  ...NOTIFY_EN,
  ...REPORTS_EN,
  ...DOCTOR_EN,
  ...MCP_EN,
};
export const POLISH = {
  ...CORE_PL,
  ...DATA_PL,
  ...BULK_PL,
  ...JOBS_PL,
  ...EVIDENCE_PL,
  ...WATCH_PL,
  ...NOTIFY_PL,
  ...REPORTS_PL,
  ...DOCTOR_PL,
  ...MCP_PL,
};
export type MessageId = keyof typeof MESSAGES;

export const { message, refusal } = messagesOf(MESSAGES);
