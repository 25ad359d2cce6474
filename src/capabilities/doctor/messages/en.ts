export const en = {
  quickOrLast: '"quick" starts a new run, "last" returns the last run: send only one of them.',
} as const;
