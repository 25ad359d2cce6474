import { type SettingGroup, setting } from '../../core/config/config.js';
import { wholeNumber } from '../../core/config/parsers.js';

/** The settings of the watch. */
export const WATCH_SETTINGS = {
  title: 'Watch',
  shape: {
    RETAIN_EVENTS_DAYS: setting(
      wholeNumber(1_095, 0, 36_500),
      'Days after which events are deleted, with their evidence packs and with what their reviews said before. 0 = never.',
    ),
    RETAIN_REVIEWS_DAYS: setting(
      wholeNumber(1_095, 0, 36_500),
      'A review that is not visible any more is deleted with its versions this number of days after its last sighting, and not before its events. 0 = never.',
    ),
    WATCH_LIMIT: setting(
      wholeNumber(10_000, 0, 1_000_000),
      'Maximum number of watches of one client. A further watch is refused. 0 = no limit.',
    ),
  },
} as const satisfies SettingGroup;
