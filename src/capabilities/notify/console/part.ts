import type { ConsolePart } from '../../../kit/ui/context.js';

export const notifyPart: ConsolePart = {
  offer: 'watch',
  settings: async () => (await import('./channels-view.js')).ChannelsView,
};
