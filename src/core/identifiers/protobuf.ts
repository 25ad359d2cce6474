export interface ProtobufField<Bytes extends Uint8Array = Uint8Array> {
  readonly number: number;
  /** 0 varint, 1 eight bytes, 2 length-delimited, 5 four bytes. */
  readonly wireType: number;
  /** The payload: its bytes without tag and length; a varint's own bytes. */
  readonly bytes: Bytes;
}

/** Decodes base64url without padding, strictly: null unless encoding the bytes again gives the same text. */
export function decodeBase64Url(text: string): Uint8Array | null {
  // `atob` would throw, which takes longer than to look.
  if (!/^[\w-]+$/.test(text) || text.length % 4 === 1) return null;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
  return encodeBase64Url(bytes) === text ? bytes : null;
}

/** Encodes bytes as base64url without padding. */
export function encodeBase64Url(bytes: Uint8Array): string {
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The bytes as numbers of a fixed size. */
export function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** The text in UTF-8 bytes. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

/** Splits one protobuf message into its fields; null if the buffer is empty or some bytes do not belong to a field. */
export function readFields<Bytes extends Uint8Array>(buffer: Bytes): readonly ProtobufField<Bytes>[] | null {
  const fields: ProtobufField<Bytes>[] = [];
  let at = 0;
  while (at < buffer.length) {
    const tag = readVarint(buffer, at);
    if (tag === null || tag.value < 8n || tag.value > 0xffff_ffffn) return null;
    const wireType = Number(tag.value & 7n);
    const span = payloadSpan(buffer, tag.end, wireType);
    if (span === null || span.end > buffer.length) return null;
    fields.push({
      number: Number(tag.value >> 3n),
      wireType,
      bytes: buffer.subarray(span.start, span.end) as Bytes,
    });
    at = span.end;
  }
  return fields.length > 0 ? fields : null;
}

function payloadSpan(
  buffer: Uint8Array,
  at: number,
  wireType: number,
): { start: number; end: number } | null {
  if (wireType === 1) return { start: at, end: at + 8 };
  if (wireType === 5) return { start: at, end: at + 4 };
  if (wireType !== 0 && wireType !== 2) return null;
  const varint = readVarint(buffer, at);
  if (varint === null) return null;
  if (wireType === 0) return { start: at, end: varint.end };
  if (varint.value > BigInt(buffer.length)) return null;
  return { start: varint.end, end: varint.end + Number(varint.value) };
}

/** The number at an index, and the index behind it. */
export function readVarint(buffer: Uint8Array, at: number): { value: bigint; end: number } | null {
  let value = 0n;
  for (let length = 0; length < 10; length += 1) {
    const byte = buffer[at + length];
    if (byte === undefined) return null;
    value |= BigInt(byte & 0x7f) << BigInt(7 * length);
    if (byte < 0x80) return { value, end: at + length + 1 };
  }
  return null;
}
