const FORM = /^ChIJ[\w-]{23}$/;

/**
 * The feature id `0x…:0x…` in a Place ID `ChIJ…`, which is 20 bytes: 0a 12 09, its first half, 11, its second half,
 * both as little-endian 64-bit numbers. Null for other Place IDs, which do not hold a feature id.
 */
export function featureIdOf(placeId: string): string | null {
  if (!FORM.test(placeId)) return null;
  const binary = atob(placeId.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new DataView(Uint8Array.from(binary, (byte) => byte.charCodeAt(0)).buffer);
  const high = bytes.getBigUint64(3, true);
  const low = bytes.getBigUint64(12, true);
  if (bytes.getUint8(11) !== 0x11 || (high === 0n && low === 0n)) return null;
  return `0x${high.toString(16)}:0x${low.toString(16)}`;
}
