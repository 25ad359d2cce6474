import type { ErrorKind } from '../../core/errors.js';
import { message } from '../../core/texts/messages.js';

export const EVIDENCE_UNAVAILABLE: ErrorKind = {
  code: 'evidence_unavailable',
  status: 503,
  meaning:
    'Evidence packs are signed, and this service has no key for signatures, or cannot make or use it. The message says which',
  example: message('evidenceWithoutKey'),
  retry: 'later',
};
