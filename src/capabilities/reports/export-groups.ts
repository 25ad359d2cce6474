import type { EventType } from '../watch/published.js';

/** The parts of a record, in the order of their importance. */
export const GROUPS = ['lost', 'missing', 'back', 'changed', 'replies', 'added', 'place', 'trouble'] as const;
export type Group = (typeof GROUPS)[number];

const GROUP_OF: Readonly<Partial<Record<EventType, Group>>> = {
  'review.not_visible': 'lost',
  'review.missing': 'missing',
  'review.visible_again': 'back',
  'review.edited': 'changed',
  'review.appeared': 'added',
};

export function groupOf(type: EventType): Group {
  const byTopic = type.startsWith('reply.') ? 'replies' : type.startsWith('watch.') ? 'trouble' : 'place';
  return GROUP_OF[type] ?? byTopic;
}
