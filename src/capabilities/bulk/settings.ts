import { type SettingGroup, setting } from '../../core/config/config.js';
import { wholeNumber } from '../../core/config/parsers.js';

/** The settings of bulk checks. */
export const BULK_SETTINGS = {
  title: 'Bulk checks',
  shape: {
    BULK_PER_CLIENT: setting(
      wholeNumber(2, 0, 100_000),
      'Bulk checks that one client may have under way at once. A further bulk check is answered 429. 0 = no limit.',
    ),
  },
} as const satisfies SettingGroup;
