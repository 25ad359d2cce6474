import { UNAVAILABLE } from '../../core/api/openapi/failure-answers.js';
import type { ErrorKind, FailureAnswer } from '../../core/errors.js';
import { message } from './messages.js';

export const EVIDENCE_UNAVAILABLE: ErrorKind = {
  code: 'evidence_unavailable',
  status: 503,
  meaning:
    'Evidence packs are signed, and this service has no key for signatures, or cannot make or use it. The message says which',
  example: message('evidenceWithoutKey'),
  retry: 'later',
};

export const NO_EVIDENCE: FailureAnswer = {
  name: 'EvidenceUnavailable',
  kinds: [EVIDENCE_UNAVAILABLE, ...UNAVAILABLE],
};
