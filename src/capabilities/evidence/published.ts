import { z } from 'zod';

const publicKey = {
  key_id: z.string().describe('SHA-256 of the public key (SPKI, DER), lower-case hex'),
  public_key: z.string().describe('The public key as PEM'),
};

/** The public key that signs evidence packs, and the keys before it. */
export const evidenceKeyData = z
  .object({
    ...publicKey,
    earlier_keys: z
      .array(z.object(publicKey))
      .describe('The keys that signed earlier packs: they stay published after the key was changed'),
  })
  .meta({ id: 'EvidenceKey' });
