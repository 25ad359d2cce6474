import { writeSync } from 'node:fs';

// Loaded before the service: SIGWINCH makes its event loop silent for ever. A line of the log says so first.
process.once('SIGWINCH', () => {
  writeSync(1, '{"msg":"spinning"}\n');
  for (;;);
});
