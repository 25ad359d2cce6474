import { z } from 'zod';
import { natural, timeFields } from './values.js';

const KINDS = {
  reviews_removed_defamation:
    'reviews removed after complaints of defamation under German law in the last 365 days, as far as the removals were not reversed; min and max are the range the provider names',
  reviews_suspicious: 'a warning that fake or suspicious reviews were removed lately',
  reviews_withheld: 'the provider says that it does not show the reviews at the moment',
  reviews_paused:
    'the provider accepts no new reviews; this is not a warning and does not mean that reviews are withheld',
  temporarily_closed: 'the place is temporarily closed',
  permanently_closed: 'the place is permanently closed',
  other: 'any other notice, in the words of the provider',
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
      .describe(
        'The words of the provider, in the language of the request to the provider; "" when the provider gives only a flag',
      ),
    min: natural
      .nullable()
      .describe('Lowest number of reviews that the notice names; null when the notice names no number'),
    max: natural
      .nullable()
      .describe(
        'Highest number of reviews that the notice names; null when the notice names no number or no upper end ("over 250": min is 251)',
      ),
    ...timeFields('seen_at', 'When the page with the notice was read'),
  })
  .meta({ id: 'Notice' });

/** An addition to the specification. */
const list = z.array(notice).min(1).optional();

export const placeNotices = list.describe(
  'Notices of the map provider about the place and its reviews. Absent when no notice was seen. Absence does not prove that there is no notice: a limited view shows less',
);

export const knownPlaceNotices = list.describe(
  'Notices of the map provider about the reviewed place, if this service read the page of the place within the last 24 hours; seen_at says when. Absence does not prove that there is no notice',
);
