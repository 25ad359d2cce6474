import { render } from 'preact';
import { ConsoleContext, createConsole } from '../kit/ui/context.js';
import { App } from './frame.js';

const root = document.getElementById('console');
if (root !== null) {
  render(
    <ConsoleContext.Provider value={createConsole()}>
      <App />
    </ConsoleContext.Provider>,
    root,
  );
}
