import { presentFault } from '../../core/api/error-answer.js';
import {
  AUTHOR,
  FOREIGN_LINK,
  REMOVED_VERDICT,
  REVIEWED_PLACE_ID,
  TEXT,
  VISIBLE_VERDICT,
} from '../../core/api/examples/review-examples.js';
import { INVALID_REQUEST } from '../../core/errors.js';
import { message, published } from '../../core/texts/messages.js';

/** The reviews of the examples of the core, in a job. */
export const VISIBLE_CHECK = {
  ...VISIBLE_VERDICT,
  checked_at_utc: '2026-11-21T02:12:47Z',
  review: {
    author_name: AUTHOR,
    stars: 5,
    date: '2026-11-20',
    is_edited: false,
    edited_date: null,
    place_name: 'Żurkownia „Zażółć”',
    place_id: REVIEWED_PLACE_ID,
    text_excerpt: TEXT,
  },
};

/** The same reviews in a bulk check. */
export const WHOLE_CHECK = { ...VISIBLE_CHECK, review: { ...VISIBLE_CHECK.review, review_text: TEXT } };

export const REMOVED_CHECK = { ...REMOVED_VERDICT, checked_at_utc: '2026-11-21T02:12:48Z', review: null };

export const REFUSED_LINK = {
  review_url: FOREIGN_LINK,
  error: presentFault({
    kind: INVALID_REQUEST,
    ...published(message('reviewLinkNotToMaps')),
    field: 'urls[2]',
  }),
};
