import type { ConsolePart } from '../../../kit/ui/context.js';

export const jobsPart: ConsolePart = {
  offer: 'jobs',
  views: { lists: async () => (await import('./lists-page.js')).ListsPage },
  beginList: async (...list) => (await import('./list-store.js')).beginList(...list),
};
