import type { PolishMessages } from '../../core/texts/service-text.js';

export type { PolishMessages };

type Load = () => Promise<{ readonly pl: PolishMessages }>;

export async function loadPolish(ofCapabilities: readonly Load[]): Promise<PolishMessages> {
  const ofKit: Load = () => import('../store/messages/pl.js');
  const loaded = await Promise.all([ofKit, ...ofCapabilities].map((load) => load()));
  return Object.assign({}, ...loaded.map(({ pl }) => pl));
}
