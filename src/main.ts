import { hearSignals } from './app/signals.js';

// Loading the rest takes most of the start: a signal that comes meanwhile must find its handler installed.
const signals = hearSignals();
const { start } = await import('./app/start.js');
await start(signals);
