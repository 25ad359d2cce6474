import { gunzipSync } from 'fflate';
import { cidFromDigits } from './cid.js';
import { type FeatureId, featureIdFromHalves } from './feature-id.js';
import { decodeBase64Url, readFields, readVarint, textOf, viewOf } from './protobuf.js';

// Codes of search pages that name a place. places.md §2

/** Maximum unpacked bytes of a code; real codes unpack to about 200 bytes. */
const MAX_UNPACKED = 4_096;

/** The CID in the parameter `stick` of a search page: base64url of gzip of a protobuf, field 3; null if it has none. */
export function cidOfStick(stick: string | null): string | null {
  const packed = stick === null ? null : decodeBase64Url(stick.replaceAll('=', ''));
  if (packed === null) return null;
  try {
    const fields = readFields(gunzipSync(packed, { out: new Uint8Array(MAX_UNPACKED) }));
    const cid = fields?.find(({ number, wireType }) => number === 3 && wireType === 2);
    return cid === undefined ? null : cidFromDigits(textOf(cid.bytes));
  } catch {
    return null;
  }
}

/** The feature ids of stops in `geocode` of directions: base64url of a protobuf, the halves in fields 5 and 6. */
export function featuresOfGeocode(geocode: string | null): FeatureId[] {
  return (geocode ?? '').split(/[;,]/).flatMap((code) => {
    const bytes = decodeBase64Url(code.replaceAll('=', ''));
    const fields = bytes === null ? null : readFields(bytes);
    const half = (at: number) => {
      const field = fields?.find(({ number, wireType }) => number === at && wireType === 1);
      return field === undefined ? null : viewOf(field.bytes).getBigUint64(0, true);
    };
    const [hi, lo] = [half(5), half(6)];
    return hi === null || lo === null ? [] : (featureIdFromHalves(hi, lo) ?? []);
  });
}

/** The CID in the address of a hotel, `/travel/…/entity/<code>`: base64url of `{1: {1: CID}, 2: 1}`; holiday flats have none. */
export function cidOfHotel(code: string): string | null {
  const [hotel, kind] = readFields(decodeBase64Url(code) ?? new Uint8Array()) ?? [];
  const [cid] = (hotel?.number === 1 && kind?.bytes[0] === 1 && readFields(hotel.bytes)) || [];
  return cid?.number === 1 && cid.wireType === 0 ? `${readVarint(cid.bytes, 0)?.value}` : null;
}
