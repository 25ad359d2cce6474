import type { ConsolePart } from '../../../kit/ui/context.js';

export const doctorPart: ConsolePart = {
  offer: null,
  views: { doctor: async () => (await import('./service-page.js')).ServiceView },
};
