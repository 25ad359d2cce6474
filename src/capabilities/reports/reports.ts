import { capability } from '../../core/capability.js';
import { watch } from '../watch/watch.js';
import * as records from './endpoints.js';
import { MESSAGES } from './messages.js';

/** Records of watches as files, their packs, and the data about an author. */
export const reports = capability({
  name: 'reports',
  messages: MESSAGES,
  endpoints: [
    records.eventEvidence,
    records.firstSightingEvidence,
    records.watchExport,
    records.forgetAuthor,
    records.readAuthorData,
  ],
  needs: { watch },
  open: (_core, { watch: own }) => ({ own }),
});
