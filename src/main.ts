import { hearSignals } from './app/signals.js';

// Loading the rest takes most of the start. Install the handlers first, so that they catch a signal meanwhile.
const signals = hearSignals();
const { start } = await import('./app/start.js');
await start(signals);
