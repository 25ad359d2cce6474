// Reads a ZIP that has exactly one reading. Other programs look for the files of a ZIP in other ways: by the local
// headers, by the directory, or by names in extra fields. In this form all of them find the same files:
// entries back to back from byte 0, then the directory in the same order, then its end; each local header equals its
// entry in the directory; no extra fields, no comments, no gaps. APPNOTE.TXT of PKWARE, sections 4.3 and 4.4.

/** Why bytes are not such a ZIP. `where`: the entry; null = the ZIP itself. */
interface ZipFault {
  readonly code: 'not_a_zip' | 'zip_form';
  readonly where: string | null;
}

/** The data of an entry as the ZIP holds it. */
export interface Packed {
  readonly data: Uint8Array;
  readonly isDeflated: boolean;
  /** Size of the content in bytes, and its CRC-32, as the header says. */
  readonly size: number;
  readonly sum: number;
}

/** One entry of a ZIP. */
export interface ZipItem {
  readonly name: string;
  /** Size of its content in bytes, as its header says. */
  readonly size: number;
  /** False for symbolic links and other special files. */
  readonly isPlain: boolean;
  readonly packed: Packed;
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
export function readZip(bytes: Uint8Array): readonly ZipItem[] | ZipFault {
  const zip = { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.length) };
  const { view } = zip;
  const endAt = bytes.length - END_BYTES;
  if (endAt < 0 || view.getUint32(endAt, true) !== END)
    return { code: holdsEnd(view) ? 'zip_form' : 'not_a_zip', where: null };
  const count = view.getUint16(endAt + 10, true);
  const directoryAt = view.getUint32(endAt + 16, true);
  const isOneDisk = view.getUint32(endAt + 4, true) === 0 && view.getUint16(endAt + 8, true) === count;
  const hasComment = view.getUint16(endAt + 20, true) !== 0;
  const isWhole = directoryAt + view.getUint32(endAt + 12, true) === endAt;
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

function holdsEnd(view: DataView): boolean {
  for (let at = 0; at + 4 <= view.byteLength; at += 1) if (view.getUint32(at, true) === END) return true;
  return false;
}

interface Zip {
  readonly bytes: Uint8Array;
  readonly view: DataView;
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
function readEntry({ bytes, view }: Zip, { at, next, directoryAt, endAt }: Positions) {
  const short = (position: number) => view.getUint16(position, true);
  const long = (position: number) => view.getUint32(position, true);
  const isEqual = (one: number, other: number, length: number) =>
    bytes.subarray(one, one + length).every((byte, index) => byte === bytes[other + index]);
  if (at + CENTRAL_BYTES > endAt || long(at) !== CENTRAL) return '?';
  const nameBytes = short(at + 28);
  const end = at + CENTRAL_BYTES + nameBytes;
  const name = new TextDecoder('utf-8', { ignoreBOM: true }).decode(
    bytes.subarray(at + CENTRAL_BYTES, Math.min(end, endAt)),
  );
  const flags = short(at + 8);
  const method = short(at + 10);
  const packed = long(at + 20);
  const size = long(at + 24);
  const isStreamed = (flags & HAS_DESCRIPTOR) !== 0;
  const dataAt = next + LOCAL_BYTES + nameBytes;
  const dataEnd = dataAt + packed;
  const after = dataEnd + (isStreamed ? DESCRIPTOR_BYTES : 0);
  const isInPlace =
    // No extra field, no comment, disk 0.
    end <= endAt &&
    long(at + 30) === 0 &&
    short(at + 34) === 0 &&
    long(at + 42) === next &&
    after <= directoryAt &&
    (flags & ~(HAS_DESCRIPTOR | IS_UTF8)) === 0 &&
    (method === STORED ? packed === size : method === DEFLATED);
  if (!isInPlace || long(next) !== LOCAL || short(next + 28) !== 0) return name;
  /** Checksum, packed size and size, as the directory has them. */
  const sumsAt = at + 16;
  const localSums = bytes.subarray(next + 14, next + 26);
  const isSame =
    // Version, flags, method, time and date.
    isEqual(next + 4, at + 6, 10) &&
    short(next + 26) === nameBytes &&
    isEqual(next + LOCAL_BYTES, at + CENTRAL_BYTES, nameBytes) &&
    (isStreamed ? localSums.every((byte) => byte === 0) : isEqual(next + 14, sumsAt, 12));
  const isDescribed = !isStreamed || (long(dataEnd) === DESCRIPTOR && isEqual(dataEnd + 4, sumsAt, 12));
  if (!isSame || !isDescribed) return name;
  // The upper half of the attributes is the Unix mode. A regular file has no mode, or 0100000.
  const kind = short(at + 40) & 0o170000;
  const data = bytes.subarray(dataAt, dataEnd);
  const item: ZipItem = {
    ...{ name, size, isPlain: kind === 0 || kind === 0o100000 },
    packed: { data, isDeflated: method === DEFLATED, size, sum: long(sumsAt) },
  };
  return { item, end, next: after };
}
