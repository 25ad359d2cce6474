import { fileURLToPath } from 'node:url';
import { namesIn, namesInCore } from '../../deploy/core-names.js';
import { expect, test } from '../support/test.js';

// A capability can be deleted because the core does not know it: not even in a comment.

const FOLDERS = ['bulk', 'evidence', 'jobs', 'mcp', 'notify', 'reports', 'watch'];

test('the core names no capability', () => {
  expect(namesInCore(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([]);
});

test('a name is found in identifiers, texts and comments, and common words keep their meaning', () => {
  for (const named of [
    "const jobLink = counted('links');",
    'WATCH_LIMIT: number;',
    "const text = 'the results of a job';",
    '// Only evidence packs have it.',
    "const MCP_PATH = '/mcp';",
    'interface WatchOptions {}',
    "const priority = 'watch';",
    '/** Checks of the watch wait. */',
    '/** Why a watched subject is paused. */',
    'const bulkVisibility = 1;',
    '/** One line of a bulk check. */',
    "import { reports } from 'x';",
    'const notify = () => undefined;',
    '"watchNotFound": "You have none."',
  ])
    expect(namesIn(named, FOLDERS), named).not.toEqual([]);
  for (const common of [
    '/** Reports a block page, and watches the loop. */',
    '// 18 of 18 recordings have it; Node.js notifies the other answers.',
    "if (priority === 'bulk') wait(); // A bulk link waits for others.",
    "import { watchFile } from 'node:fs';",
    'const watchdog = 1;',
  ])
    expect(namesIn(common, FOLDERS), common).toEqual([]);
});
