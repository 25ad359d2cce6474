import { createApiKey, isKeyName } from '../core/config/api-keys.js';

const args = process.argv.slice(2);
const isOperator = args.includes('--operator');
const team = args.find((arg) => arg.startsWith('--team='))?.slice('--team='.length);
const [name, ...rest] = args.filter((arg) => arg !== '--operator' && !arg.startsWith('--team='));
if (name === undefined || rest.length > 0 || ![name, team ?? name].every(isKeyName)) {
  console.error('Usage: npm run key -- <name> [--operator] [--team=<team>]');
  console.error('  <name>      up to 64 letters, digits, ".", "-" and "_", for example: my-app');
  console.error('  --operator  the key also opens /metrics, /api/doctor and /api/owners');
  console.error('  --team      all keys of the team share watches, jobs and channels');
  process.exit(2);
}
const { key, entry } = createApiKey(name, { isOperator, team });
console.log(`Key, shown only this once:  ${key}`);
console.log(`Entry:                      ${entry}`);
console.log(
  'Put the entry into API_KEYS or on a line of API_KEYS_FILE (the running service reads the file again), and send the key as "X-API-Key: <key>" or "Authorization: Bearer <key>".',
);
