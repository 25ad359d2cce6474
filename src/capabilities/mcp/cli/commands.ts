import type { AddCommands } from '../../../kit/terminal/commands.js';

export const mcpCommands: AddCommands = ({ t, add, version }) => {
  add(
    'mcp',
    t('commands.mcp'),
    async () => {
      const { mcp } = await import('./serve-mcp.js');
      return (session) => mcp(session, version);
    },
    ['', '--api https://place-lookup.example'],
  );
};
