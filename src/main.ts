import { hearSignals } from './app/signals.js';

// Files are for the user of the service only: databases and packs hold names and texts of reviewers.
process.umask(0o077);
// Loading the rest takes most of the start. Install the handlers first, so that they catch a signal meanwhile.
const signals = hearSignals();
const { start } = await import('./app/start.js');
await start(signals);
