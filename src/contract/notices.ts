import { z } from 'zod';
import type { SeenNotice } from '../places/known-notices.js';
import type { NoticeKind } from '../places/place.js';
import { localMoment, localTimes } from './local-time.js';

const KINDS: Readonly<Record<NoticeKind, string>> = {
  reviews_removed_defamation:
    'reviews removed after complaints of defamation under German law in the last 365 days, as far as the removals were not reversed; min and max are the range the provider names',
  reviews_suspicious: 'a warning that fake or suspicious reviews were removed lately',
  reviews_withheld: 'the provider says that it does not show the reviews at the moment',
  reviews_paused: 'no new reviews are taken; this is no warning, and nothing is withheld',
  temporarily_closed: 'the place is closed for a time',
  permanently_closed: 'the place is closed for good',
  other: 'anything else, in the words of the provider',
};

export const noticeKind = z
  .enum(Object.keys(KINDS) as [NoticeKind, ...NoticeKind[]])
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
    min: z.number().int().min(0).nullable().describe('Fewest reviews it means; null when it names no number'),
    max: z
      .number()
      .int()
      .min(0)
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

/** Nothing where no notice was seen. `timeZone`: IANA time zone. */
export function presentNotices(
  seen: readonly SeenNotice[],
  timeZone: string,
): { notices?: z.infer<typeof notice>[] } {
  if (seen.length === 0) return {};
  const time = localTimes(timeZone);
  return {
    notices: seen.map(({ kind, text, min, max, seenAt }) => ({
      kind,
      text,
      min,
      max,
      seen_at: time(seenAt),
    })),
  };
}
