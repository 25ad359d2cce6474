import { render } from 'preact';
import { App } from './app.js';
import { ConsoleContext, createConsole } from './context.js';

const root = document.getElementById('console');
if (root !== null) {
  render(
    <ConsoleContext.Provider value={createConsole()}>
      <App />
    </ConsoleContext.Provider>,
    root,
  );
}
