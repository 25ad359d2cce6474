import { z } from 'zod';
import { localMoment, natural } from './values.js';

const KINDS = {
  reviews_removed_defamation:
    'reviews removed after complaints of defamation under German law in the last 365 days, as far as the removals were not reversed; min and max are the range the provider names',
  reviews_suspicious: 'a warning that fake or suspicious reviews were removed lately',
  reviews_withheld: 'the provider says that it does not show the reviews at the moment',
  reviews_paused: 'no new reviews are taken; this is no warning, and nothing is withheld',
  temporarily_closed: 'the place is closed for a time',
  permanently_closed: 'the place is closed for good',
  other: 'anything else, in the words of the provider',
} as const;

export type NoticeKind = keyof typeof KINDS;
const NOTICE_KINDS = Object.keys(KINDS) as [NoticeKind, ...NoticeKind[]];

export const noticeKind = z
  .enum(NOTICE_KINDS)
  .describe(
    Object.entries(KINDS)
      .map(([kind, meaning]) => `${kind}: ${meaning}`)
      .join('; '),
  )
  .meta({ id: 'NoticeKind' });

export const notice = z
  .object({
    kind: noticeKind,
    text: z
      .string()
      .describe('The words of the provider, in the language it was asked in; "" where it sets a flag alone'),
    min: natural.nullable().describe('Fewest reviews it means; null when it names no number'),
    max: natural
      .nullable()
      .describe(
        'Most reviews it means; null when it names no number, or no upper end ("over 250": min is 251)',
      ),
    seen_at: localMoment.describe(
      'When the page that says so was read, YYYY-MM-DD HH:MM:SS in the configured time zone (TIME_ZONE, else Europe/Warsaw)',
    ),
  })
  .meta({ id: 'Notice' });

/** An addition to the specification. */
const list = z.array(notice).min(1).optional();

export const placeNotices = list.describe(
  'What the map provider itself says about the place and its reviews. Absent when nothing was seen, which is no proof that there is nothing: a limited view shows less',
);

export const knownPlaceNotices = list.describe(
  'What the map provider said about the reviewed place, where this service read the place within the last 24 hours; seen_at says when. Absent otherwise, which proves nothing',
);
