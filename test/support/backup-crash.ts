import { makeBackup } from '../../src/kit/store/backup.js';

// A process that makes one backup of DATA_DIR: TARGET. It reports its beginning and its end.

process.stdout.write('begins\n');
const result = await makeBackup(process.env.TARGET ?? '', 'en');
process.stdout.write(`${'text' in result ? 'done' : result.faults}\n`);
