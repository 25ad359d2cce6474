/**
 * The provider's own key of a place: `0x<hi>:0x<lo>`, two unsigned 64-bit halves in lower-case hex without zero
 * padding (places.md §1, recorded). The second half is the CID. `0x0:0x0` names no place and is not a feature id.
 * Only `parseFeatureId` and `featureIdFromHalves` create feature ids.
 */
export type FeatureId = string;

const FORM = /^0x([0-9a-f]{1,16})(?::|%3a)0x([0-9a-f]{1,16})$/i;

/** Reads a feature id in any letter case, padded or not, with `:` or `%3A`. Returns its canonical form, else null. */
export function parseFeatureId(text: string): FeatureId | null {
  const [, hi, lo] = FORM.exec(text) ?? [];
  if (hi === undefined || lo === undefined) return null;
  return featureIdFromHalves(BigInt(`0x${hi}`), BigInt(`0x${lo}`));
}

/** Writes two unsigned 64-bit halves as a feature id; null when both are 0 or one is out of range. */
export function featureIdFromHalves(hi: bigint, lo: bigint): FeatureId | null {
  if (hi === 0n && lo === 0n) return null;
  if (BigInt.asUintN(64, hi) !== hi || BigInt.asUintN(64, lo) !== lo) return null;
  return `0x${hi.toString(16)}:0x${lo.toString(16)}`;
}

/** The two halves of a canonical feature id as unsigned 64-bit numbers. */
export function halvesOf(featureId: FeatureId): { readonly hi: bigint; readonly lo: bigint } {
  const [hi = '0x0', lo = '0x0'] = featureId.split(':');
  return { hi: BigInt(hi), lo: BigInt(lo) };
}

/** True for `0x0:0x<cid>`: only the CID is known, so it has no Place ID yet. */
export function isPartial(featureId: FeatureId): boolean {
  return halvesOf(featureId).hi === 0n;
}
