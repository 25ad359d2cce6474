import { signal } from '@preact/signals';
import { createListInput } from '../../../kit/ui/input/source.js';

/** Maximum bytes of a file with places and reviews to watch. */
const MAX_FILE = 5_000_000;

/** The places and reviews that the user wants to watch. */
export function watchInput() {
  return createListInput({ listed: signal('places'), maxBytes: MAX_FILE, keepsTextFiles: false });
}
