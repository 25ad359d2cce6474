import { capability } from '../../core/capability.js';
import { settingsOf } from '../../core/config/config.js';
import { type AppError, isAppError } from '../../core/errors.js';
import { DATA_MESSAGES } from '../../kit/store/messages.js';
import { DATA_SETTINGS } from '../../kit/store/settings.js';
import { dataOf } from '../../kit/store/storage.js';
import { evidenceKey, reviewEvidence } from './endpoints.js';
import { recordedLookups } from './make/record-loads.js';
import { MESSAGES, message } from './messages.js';
import { createEvidence } from './packs.js';
import { EVIDENCE_SETTINGS } from './settings.js';

/** Signed packs that prove a verdict. */
export const evidence = capability({
  name: 'evidence',
  offer: {
    offered: 'Whether this service makes evidence packs',
    refused:
      'Why this service makes no evidence packs: the message of `/api/review-evidence`; null when it makes them',
    example: message('evidenceWithoutKey'),
  },
  messages: { ...DATA_MESSAGES, ...MESSAGES },
  settings: [DATA_SETTINGS, EVIDENCE_SETTINGS],
  endpoints: [reviewEvidence, evidenceKey],
  needs: {},
  open: async (core) => {
    const { pictures, version, log } = core;
    const config = settingsOf(settingsOf(core.config, EVIDENCE_SETTINGS), DATA_SETTINGS);
    const { storage, storageFault } = await dataOf(core);
    const own = createEvidence({
      provider: recordedLookups(core),
      browser: pictures.chromium,
      config,
      keyFile: storage.keyFile,
      keyFault: config.EVIDENCE_KEY_FILE === undefined ? storageFault : null,
      version,
      log,
    });
    return { own, refusal: () => refusalOf(own.key()) };
  },
});

/** Why there is no key; null = there is one. */
function refusalOf(key: Promise<unknown>): Promise<AppError | null> {
  return key.then(
    () => null,
    (error: unknown) => {
      if (!isAppError(error)) throw error;
      return error;
    },
  );
}
