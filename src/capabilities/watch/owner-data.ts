import { z } from 'zod';
import { maybeText, maybeTimeFields, natural } from '../../core/published/values.js';

export const ownerData = z
  .object({
    id: z.string().describe('The keyed hash of the name'),
    name: maybeText.describe(
      '`key <name>`, `team <team>`, or `everybody` where no keys are configured; null = the owner of things of an earlier version, whose name the service does not know',
    ),
    keys: z.array(z.string()).describe('The names of the usable keys of the owner'),
    state: z
      .enum(['active', 'paused', 'gone'])
      .describe(
        'paused: by the operator. gone: the owner has no usable key. The watches of both pause, their deliveries are held, and their jobs wait',
      ),
    watches: natural,
    channels: natural,
    deliveries_waiting: natural,
    jobs: natural.describe('Open jobs'),
    ...maybeTimeFields('gone_at', 'Since when the owner has no usable key'),
    ...maybeTimeFields(
      'ends_at',
      'From when on everything of the owner is deleted, at the latest a day later, unless one of its keys comes back. Watches on legal hold stay',
    ),
    ...maybeTimeFields('paused_at', 'When the operator paused the owner'),
  })
  .meta({ id: 'Owner' });

export type OwnerData = z.infer<typeof ownerData>;

export const ownersData = z.object({ owners: z.array(ownerData).describe('By name') }).meta({ id: 'Owners' });
