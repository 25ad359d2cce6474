export const en = {
  reviewLinksNeeded: 'Send {"urls": [...]} with 1 to {{most}} review links.',
  bulkChecksAtOnce:
    'One client may run at most {{most}} bulk checks at once. Try again when a bulk check has ended.',
} as const;
