import type { Capability, Core, Served } from '../core/capability.js';

/** Opens capabilities in the order of the list, which is the order of their needs. Closes all when one fails. */
export async function openCapabilities(list: readonly Capability[], core: Core): Promise<readonly Served[]> {
  const opened = new Map<Capability, unknown>();
  const all: Served[] = [];
  try {
    for (const one of list) {
      const made = await one.open(core, opened);
      opened.set(one, made.own);
      all.push(made);
    }
    return all;
  } catch (error) {
    await closeCapabilities(all);
    throw error;
  }
}

export async function closeCapabilities(list: readonly Served[]): Promise<void> {
  for (const one of list.toReversed()) await one.close?.();
}
