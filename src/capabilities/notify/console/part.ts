import type { ConsolePart } from '../../../kit/ui/context.js';

export const notifyPart: ConsolePart = {
  offer: 'watch',
  views: { channels: async () => (await import('./channels-view.js')).ChannelsView },
  navigation: ['channels'],
};
