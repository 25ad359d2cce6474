export function raisesWithoutReason(repository: string): {
  readonly skipped: string | null;
  readonly faults: readonly string[];
};
