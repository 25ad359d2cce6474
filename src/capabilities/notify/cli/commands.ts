import type { AddCommands } from '../../../kit/terminal/commands.js';

export const notifyCommands: AddCommands = ({ t, add }) => {
  const load = async () => (await import('./test-mail.js')).testMail;
  add('test-mail [address]', t('commands.testMail'), load, ['', 'admin@example.com']);
};
