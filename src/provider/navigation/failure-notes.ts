import type { DataKind } from './data-requests.js';

type FailureKind = DataKind | 'navigation' | 'block_page';

/** The failures of a page's data requests and navigations: the last word of each kind counts. */
export interface FailureNotes {
  /** An error status; 0 = no answer, or one that broke off. */
  note(kind: FailureKind, status: number): void;
  clear(kind: DataKind): void;
  clearAll(): void;
}

/** Calls `publish` after each change. A preload that failed is forgotten when the page's fetch succeeds. */
export function noteFailures(publish: (failures: number[]) => void): FailureNotes {
  const byKind = new Map<FailureKind, number>();
  const report = () => publish([...byKind.values()]);
  return {
    note: (kind, status) => {
      byKind.set(kind, status);
      report();
    },
    clear: (kind) => {
      byKind.delete(kind);
      report();
    },
    clearAll: () => {
      byKind.clear();
      report();
    },
  };
}
