import { SettingsError } from '../contract/errors.js';

/** The error for a machine on which no Chromium was found. */
export function noChromium(): SettingsError {
  return new SettingsError(
    ['CHROMIUM_PATH'],
    'No Chromium was found. Run "npm run setup", or set CHROMIUM_PATH to a Chromium binary.',
  );
}
