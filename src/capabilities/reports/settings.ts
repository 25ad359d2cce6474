import { type SettingGroup, setting } from '../../core/config/config.js';
import { wholeNumber } from '../../core/config/parsers.js';

/** The settings of the packs of watches. */
export const REPORT_SETTINGS = {
  title: 'Packs of watched subjects',
  shape: {
    EVIDENCE_MAX_MB: setting(
      wholeNumber(2_000, 0, 1_000_000),
      'Megabytes that the evidence packs of watched subjects may take together. Above this size no further pack is made; the log, `/readyz` and the metrics say so.',
    ),
  },
} as const satisfies SettingGroup;
