#!/usr/bin/env node
import { runCommand } from './run-command.js';

// Files with results hold names and texts of reviewers: only the user can open new ones.
process.umask(0o077);
// process.exit would lose output that is still on its way to a pipe.
process.exitCode = await runCommand(process.argv.slice(2), process);
