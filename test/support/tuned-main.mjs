// dist/main.js with options of `start` that no setting gives: the variable TUNING has them as JSON.
import { hearSignals } from '../../dist/app/signals.js';
import { start } from '../../dist/app/start.js';

await start(hearSignals(), JSON.parse(process.env.TUNING));
