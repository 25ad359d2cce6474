import type { Packed } from './read-zip.js';

/** What a machine or a browser must do for the check. */
export interface ProofTools {
  readonly sha256: (bytes: Uint8Array) => Promise<Uint8Array>;
  /** The content of an entry of a ZIP; null = damaged, longer or shorter than its header says, or not its whole data. */
  readonly unpack: (packed: Packed) => Promise<Uint8Array | null>;
  /** Whether a key (SPKI, DER) made a signature of Ed25519; null = the bytes are not such a key. */
  readonly isSignedBy: (
    key: Uint8Array,
    signed: Uint8Array,
    signature: Uint8Array,
  ) => Promise<boolean | null>;
  /** Null = stamps are not checked here. */
  readonly checkStamp:
    | ((stamp: Uint8Array, manifest: Uint8Array, trusted: readonly string[]) => Promise<StampCheck>)
    | null;
}

/** Maximum difference between the time of a stamp and the time of its manifest, in milliseconds. */
export const MAX_CLOCK_DIFFERENCE_MS = 300_000;

/**
 * The result of checking a stamp. `refused`: the authority's answer holds no stamp. `other_manifest`: it stamps
 * something else. `not_an_authority`: the certificate of its signer is not made for time stamps. `expired`: a
 * certificate was not valid at the time of the stamp. `untrusted`: its chain of certificates does not lead to a trusted
 * certificate.
 */
export type StampCheck =
  | {
      readonly state: 'valid';
      readonly at: Date;
      /** The subject of the signer's certificate, and the end of that certificate. */
      readonly signer: string;
      readonly validTo: Date;
    }
  | {
      readonly state: 'unreadable' | 'refused' | 'other_manifest' | 'invalid' | 'not_an_authority';
    }
  | { readonly state: 'expired' | 'untrusted'; readonly signer: string };
