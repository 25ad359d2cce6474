import { z } from 'zod';
import { type SettingGroup, setting } from '../../core/config/config.js';
import { wholeNumber } from '../../core/config/parsers.js';

/** A setting of earlier versions. The message does not quote the text, which may hold a password. */
const replacedBy = (replacement: string) =>
  z.undefined({ error: `is no longer used: ${replacement}` }).optional();

/** The settings of several replicas. */
export const FLEET_SETTINGS = {
  title: 'More than one machine',
  shape: {
    REDIS_URL: setting(
      replacedBy('set DATABASE_URL=postgres://… instead, which several replicas share; remove REDIS_URL'),
      'No longer used: `DATABASE_URL=postgres://…` is what several replicas share. The service does not start while this variable is set.',
    ),
    FLEET_SIZE_HINT: setting(
      wholeNumber(4, 1, 1_000),
      'Number of replicas in the egress group. While PostgreSQL cannot be used, each replica loads at most `PROVIDER_LOADS_PER_MINUTE` divided by this number.',
    ),
  },
} as const satisfies SettingGroup;
