import { z } from 'zod';

// `manifest.json` of a ZIP of records, as `POST /api/records` makes it: the files and their hashes.

const listed = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() });
/** A record that could not be made has no file. */
const notMade = z.object({ file: z.null() });

const recordsManifest = z.object({
  format: z.literal('place-lookup-records/1'),
  made_at_utc: z.iso.datetime(),
  records: z.array(z.union([listed, notMade])),
  /** The file that lists the records that could not be made. */
  missing: listed.nullable(),
});

/** What the manifest of a ZIP of records says. */
export interface RecordsManifest {
  readonly madeAt: string;
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

/** Reads the manifest of a ZIP of records; null = it is the manifest of something else. */
export function readRecords(manifest: Uint8Array): RecordsManifest | null {
  try {
    const read = recordsManifest.parse(JSON.parse(new TextDecoder().decode(manifest)));
    const files = [...read.records, read.missing].flatMap((one) =>
      one === null || one.file === null ? [] : [{ path: one.file, bytes: one.bytes, sha256: one.sha256 }],
    );
    return { madeAt: read.made_at_utc, files };
  } catch {
    return null;
  }
}
