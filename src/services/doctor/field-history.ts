/** How often a field was present in the answers since the start. */
export interface FieldPresence {
  /** Name inside the service, such as `reviewCount`. */
  readonly field: string;
  /** Where it is read from, such as `payload`; null = all sources together. */
  readonly source: string | null;
  /** Answers that held it, of the last `total`. */
  readonly present: number;
  readonly total: number;
  /** Its usual share of the answers, 0 to 1; null = not known yet. */
  readonly usual: number | null;
  readonly drifting: boolean;
}

/** What was seen of each field in operation. */
export interface FieldHistory {
  snapshot(): readonly FieldPresence[];
}
