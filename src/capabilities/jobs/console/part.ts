import type { ConsolePart } from '../../../kit/ui/context.js';
import { JobButton } from './job-button.js';

export const jobsPart: ConsolePart = {
  offer: 'jobs',
  views: { lists: async () => (await import('./jobs-page.js')).JobsView },
  navigation: ['lists'],
  ListAction: JobButton,
};
