import { z } from 'zod';

export const localMoment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  .describe('YYYY-MM-DD HH:MM:SS in the configured time zone (TIME_ZONE, else Europe/Warsaw)');
