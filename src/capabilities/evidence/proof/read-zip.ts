import { crc32, inflateRawSync } from 'node:zlib';

// Reads a ZIP that has exactly one reading. Other programs look for the files of a ZIP in other ways: by the local
// headers, by the directory, or by names in extra fields. In this form all of them find the same files:
// entries back to back from byte 0, then the directory in the same order, then its end; each local header equals its
// entry in the directory; no extra fields, no comments, no gaps. APPNOTE.TXT of PKWARE, sections 4.3 and 4.4.

/** Why bytes are not such a ZIP. `where`: the entry; null = the ZIP itself. */
export interface ZipFault {
  readonly code: 'not_a_zip' | 'zip_form';
  readonly where: string | null;
}

/** One entry of a ZIP. */
export interface ZipItem {
  readonly name: string;
  /** Size of its content in bytes, as its header says. */
  readonly size: number;
  /** False for symbolic links and other special files. */
  readonly isPlain: boolean;
  /** The content; null when it is damaged, longer or shorter than its header says, or not its whole data. */
  readonly content: () => Buffer | null;
}

const LOCAL = 0x04034b50;
const DESCRIPTOR = 0x08074b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const LOCAL_BYTES = 30;
const DESCRIPTOR_BYTES = 16;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
/** Checksum and sizes stand behind the data, not in the local header: the ZIP was written while it was made. */
const HAS_DESCRIPTOR = 0x0008;
const IS_UTF8 = 0x0800;
const STORED = 0;
const DEFLATED = 8;

/** The entries of a ZIP of this form, in order. */
export function readZip(zip: Buffer): readonly ZipItem[] | ZipFault {
  const endAt = zip.length - END_BYTES;
  if (endAt < 0 || zip.readUInt32LE(endAt) !== END) {
    const mark = Buffer.alloc(4);
    mark.writeUInt32LE(END);
    return { code: zip.includes(mark) ? 'zip_form' : 'not_a_zip', where: null };
  }
  const count = zip.readUInt16LE(endAt + 10);
  const directoryAt = zip.readUInt32LE(endAt + 16);
  const isOneDisk = zip.readUInt32LE(endAt + 4) === 0 && zip.readUInt16LE(endAt + 8) === count;
  const hasComment = zip.readUInt16LE(endAt + 20) !== 0;
  const isWhole = directoryAt + zip.readUInt32LE(endAt + 12) === endAt;
  if (!isOneDisk || hasComment || !isWhole) return { code: 'zip_form', where: null };
  const items: ZipItem[] = [];
  let at = directoryAt;
  let next = 0;
  for (let index = 0; index < count; index += 1) {
    const entry = readEntry(zip, { at, next, directoryAt, endAt });
    if (typeof entry === 'string') return { code: 'zip_form', where: entry };
    items.push(entry.item);
    at = entry.end;
    next = entry.next;
  }
  return at === endAt && next === directoryAt ? items : { code: 'zip_form', where: null };
}

interface Positions {
  /** Where the entry begins in the directory. */
  readonly at: number;
  /** Where its local header must begin. */
  readonly next: number;
  readonly directoryAt: number;
  readonly endAt: number;
}

/** An entry, and where the next entry begins; the name of an entry that has another form. */
function readEntry(zip: Buffer, { at, next, directoryAt, endAt }: Positions) {
  if (at + CENTRAL_BYTES > endAt || zip.readUInt32LE(at) !== CENTRAL) return '?';
  const nameBytes = zip.readUInt16LE(at + 28);
  const end = at + CENTRAL_BYTES + nameBytes;
  const name = zip.subarray(at + CENTRAL_BYTES, Math.min(end, endAt));
  const flags = zip.readUInt16LE(at + 8);
  const method = zip.readUInt16LE(at + 10);
  const packed = zip.readUInt32LE(at + 20);
  const size = zip.readUInt32LE(at + 24);
  const isStreamed = (flags & HAS_DESCRIPTOR) !== 0;
  const dataAt = next + LOCAL_BYTES + nameBytes;
  const dataEnd = dataAt + packed;
  const after = dataEnd + (isStreamed ? DESCRIPTOR_BYTES : 0);
  /** Checksum, packed size and size, as the directory has them. */
  const sums = zip.subarray(at + 16, at + 28);
  const isInPlace =
    // No extra field, no comment, disk 0.
    end <= endAt &&
    zip.readUInt32LE(at + 30) === 0 &&
    zip.readUInt16LE(at + 34) === 0 &&
    zip.readUInt32LE(at + 42) === next &&
    after <= directoryAt &&
    (flags & ~(HAS_DESCRIPTOR | IS_UTF8)) === 0 &&
    (method === STORED ? packed === size : method === DEFLATED);
  if (!isInPlace || zip.readUInt32LE(next) !== LOCAL || zip.readUInt16LE(next + 28) !== 0)
    return name.toString();
  const localSums = zip.subarray(next + 14, next + 26);
  const isSame =
    // Version, flags, method, time and date.
    zip.subarray(next + 4, next + 14).equals(zip.subarray(at + 6, at + 16)) &&
    zip.readUInt16LE(next + 26) === nameBytes &&
    zip.subarray(next + LOCAL_BYTES, dataAt).equals(name) &&
    localSums.equals(isStreamed ? Buffer.alloc(12) : sums);
  const isDescribed =
    !isStreamed ||
    (zip.readUInt32LE(dataEnd) === DESCRIPTOR && zip.subarray(dataEnd + 4, after).equals(sums));
  if (!isSame || !isDescribed) return name.toString();
  // The upper half of the attributes is the Unix mode. A regular file has no mode, or 0100000.
  const kind = zip.readUInt16LE(at + 40) & 0o170000;
  const item: ZipItem = {
    name: name.toString(),
    size,
    isPlain: kind === 0 || kind === 0o100000,
    content: () => unpacked(zip.subarray(dataAt, dataEnd), { method, size, sum: zip.readUInt32LE(at + 16) }),
  };
  return { item, end, next: after };
}

interface Packed {
  readonly method: number;
  readonly size: number;
  readonly sum: number;
}

function unpacked(data: Buffer, { method, size, sum }: Packed): Buffer | null {
  const content = method === STORED ? data : inflated(data, size);
  return content !== null && content.length === size && crc32(content) === sum ? content : null;
}

/** Null also when data follows that is no part of the content. */
function inflated(data: Buffer, size: number): Buffer | null {
  try {
    // With `info`, the result also names the bytes that were read. The types of Node.js do not know it.
    const { buffer, engine } = inflateRawSync(data, {
      maxOutputLength: Math.max(1, size),
      info: true,
    }) as unknown as { readonly buffer: Buffer; readonly engine: { readonly bytesWritten: number } };
    return engine.bytesWritten === data.length ? buffer : null;
  } catch {
    return null;
  }
}
