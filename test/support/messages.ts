import BULK_EN from '../../src/capabilities/bulk/messages/en.json' with { type: 'json' };
import BULK_PL from '../../src/capabilities/bulk/messages/pl.json' with { type: 'json' };
import DOCTOR_EN from '../../src/capabilities/doctor/messages/en.json' with { type: 'json' };
import DOCTOR_PL from '../../src/capabilities/doctor/messages/pl.json' with { type: 'json' };
import EVIDENCE_EN from '../../src/capabilities/evidence/messages/en.json' with { type: 'json' };
import EVIDENCE_PL from '../../src/capabilities/evidence/messages/pl.json' with { type: 'json' };
import JOBS_EN from '../../src/capabilities/jobs/messages/en.json' with { type: 'json' };
import JOBS_PL from '../../src/capabilities/jobs/messages/pl.json' with { type: 'json' };
import MCP_EN from '../../src/capabilities/mcp/messages/en.json' with { type: 'json' };
import MCP_PL from '../../src/capabilities/mcp/messages/pl.json' with { type: 'json' };
import NOTIFY_EN from '../../src/capabilities/notify/messages/en.json' with { type: 'json' };
import NOTIFY_PL from '../../src/capabilities/notify/messages/pl.json' with { type: 'json' };
import REPORTS_EN from '../../src/capabilities/reports/messages/en.json' with { type: 'json' };
import REPORTS_PL from '../../src/capabilities/reports/messages/pl.json' with { type: 'json' };
import WATCH_EN from '../../src/capabilities/watch/messages/en.json' with { type: 'json' };
import WATCH_PL from '../../src/capabilities/watch/messages/pl.json' with { type: 'json' };
import CORE_EN from '../../src/core/texts/en.json' with { type: 'json' };
import { messagesOf } from '../../src/core/texts/messages.js';
import CORE_PL from '../../src/core/texts/pl.json' with { type: 'json' };
import DATA_EN from '../../src/kit/store/messages/en.json' with { type: 'json' };
import DATA_PL from '../../src/kit/store/messages/pl.json' with { type: 'json' };

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
