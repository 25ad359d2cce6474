import type { ConsolePart } from '../../../kit/ui/context.js';

export const doctorPart: ConsolePart = {
  offer: null,
  settings: async () => (await import('./service-page.js')).ServiceView,
};
