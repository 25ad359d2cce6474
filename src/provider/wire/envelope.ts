/** The guard the provider puts before JSON so that it cannot be run as a script. places.md §5, §6. */
export const JSON_GUARD = ")]}'";

/** Parses a guarded (or bare) JSON body. Returns undefined for anything that is not whole JSON. */
export function parseGuarded(body: string): unknown {
  const text = body.startsWith(JSON_GUARD) ? body.slice(JSON_GUARD.length) : body;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
