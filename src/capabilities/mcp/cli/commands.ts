import { catalogue } from '../../../core/texts/catalogue.js';
import type { AddCommands } from '../../../kit/terminal/commands.js';
import { en } from './en.js';
import { pl } from './pl.js';

const texts = catalogue(en, pl);

export const mcpCommands: AddCommands = ({ language, add, version }) => {
  add(
    'mcp',
    texts(language)('mcp'),
    async () => {
      const { mcp } = await import('./serve-mcp.js');
      return (session) => mcp(session, version);
    },
    ['', '--api https://place-lookup.example'],
  );
};
