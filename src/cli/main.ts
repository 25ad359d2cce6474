#!/usr/bin/env node
import { runCommand } from './run-command.js';

// process.exit would lose output that is still on its way to a pipe.
process.exitCode = await runCommand(process.argv.slice(2), process);
