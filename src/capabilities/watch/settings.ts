import { type SettingGroup, setting } from '../../core/config/config.js';
import { wholeNumber } from '../../core/config/parsers.js';
import { MAX_INTERVAL_HOURS } from './values.js';

/** The settings of the watch. */
export const WATCH_SETTINGS = {
  title: 'Watch',
  shape: {
    RETAIN_CHECKS_DAYS: setting(
      wholeNumber(365, 0, 36_500),
      'Days after which checks are deleted; the check that found an event is kept with it. 0 = never. A watch on legal hold keeps everything.',
    ),
    RETAIN_EVENTS_DAYS: setting(
      wholeNumber(1_095, 0, 36_500),
      'Days after which events are deleted with their evidence packs. 0 = never.',
    ),
    RETAIN_REVIEWS_DAYS: setting(
      wholeNumber(1_095, 0, 36_500),
      'A review that is not visible any more is deleted with its versions this number of days after its last sighting. 0 = never.',
    ),
    WATCH_LIMIT: setting(
      wholeNumber(10_000, 0, 1_000_000),
      'Maximum number of watches of one client. A further watch is refused. 0 = no limit.',
    ),
    WATCH_SHARE_PERCENT: setting(
      wholeNumber(50, 1, 100),
      'The share of the loads of `PROVIDER_LOADS_PER_MINUTE` that the checks of all watches may need. Each owner of watches may need an equal part of this share, and more while a quarter of the share is left; a further watch is refused. Checks only get the loads that requests leave.',
    ),
    WATCH_MIN_INTERVAL_HOURS: setting(
      wholeNumber(1, 1, MAX_INTERVAL_HOURS),
      'Minimum number of hours between two checks of a subject.',
    ),
    WATCH_CONFIRMATIONS: setting(
      wholeNumber(10, 1, 1_000),
      'Number of reviews missing from the list of a place that one check of the place checks separately. If more reviews become missing at once, a check makes up to 5 times as many separate checks, or half of the missing reviews, up to 30 times as many. The other missing reviews wait for the next check of the place.',
    ),
  },
} as const satisfies SettingGroup;
