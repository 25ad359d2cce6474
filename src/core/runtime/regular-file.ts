import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';

/**
 * Reads a regular file of at most `maxBytes` as UTF-8, without a byte order mark: some editors put one before the text.
 * It never waits for a pipe or a device. @throws the error of the file system
 */
export async function readRegularFile(
  path: string,
  maxBytes: number,
): Promise<{ readonly text: string } | { readonly fault: 'special' | 'large' }> {
  // Opening a pipe would wait for its other end.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) return { fault: 'special' };
    if (stat.size > maxBytes) return { fault: 'large' };
    // Reads one byte more than allowed: the file may grow while it is read.
    const bytes = await buffer(file.createReadStream({ start: 0, end: maxBytes, autoClose: false }));
    return bytes.length > maxBytes
      ? { fault: 'large' }
      : { text: bytes.toString('utf8').replace(/^\uFEFF/, '') };
  } finally {
    await file.close();
  }
}
