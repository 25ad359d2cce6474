import { type SettingGroup, setting } from '../../core/config/config.js';
import { places } from '../../core/config/parsers.js';

export const DOCTOR_SETTINGS = {
  title: 'Doctor',
  shape: {
    DOCTOR_PLACES: setting(
      places.default([]),
      'Places that the doctor reads: Place IDs, feature ids, CIDs or links, separated by spaces or line breaks. Choose places that show every field, with hundreds of reviews. The doctor also searches for the first place and reads its reviews.',
      'the places of `CONTROL_PLACES`',
    ),
  },
} as const satisfies SettingGroup;
