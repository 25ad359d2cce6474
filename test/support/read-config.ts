import { DELIVERY_SETTINGS } from '../../src/capabilities/notify/settings.js';
import { type Config, readConfig as read, settingsOf } from '../../src/core/config/config.js';
import { ADDED_SETTINGS } from '../../src/installed.js';
import { DATA_SETTINGS } from '../../src/kit/store/settings.js';

/** Reads the settings of the core and of all capabilities, as the service does. */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const config: Config = read(ADDED_SETTINGS, env);
  return settingsOf(settingsOf(config, DELIVERY_SETTINGS), DATA_SETTINGS);
}
