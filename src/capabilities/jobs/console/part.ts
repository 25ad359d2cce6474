import type { ConsolePart } from '../../../kit/ui/context.js';

export const jobsPart: ConsolePart = {
  offer: 'jobs',
  views: { jobs: async () => (await import('./jobs-page.js')).JobsView },
  navigation: ['jobs'],
};
