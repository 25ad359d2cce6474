import { render } from 'preact';
import { HereContext } from '../kit/ui/context.js';
import { App } from './frame.js';
import { loadMessages, PARTS } from './installed.js';
import { createConsole, ShellContext } from './shell.js';

const root = document.getElementById('console');
if (root !== null) {
  const shell = await createConsole(PARTS, loadMessages);
  render(
    <HereContext.Provider value={shell}>
      <ShellContext.Provider value={shell}>
        <App />
      </ShellContext.Provider>
    </HereContext.Provider>,
    root,
  );
}
