export const en = {
  packMissing:
    'There is no evidence pack of this event. The service makes the pack of a loss within 24 hours, if the watch wants it (evidence), the service has a key, and the store of packs has room (EVIDENCE_MAX_MB).',
  recordsAtOnce:
    'One client may ask for at most {{most}} files of records at once. Try again when one of these requests has ended.',
  tooManyRecords:
    'The client has more than {{most}} watches, and one file has at most {{most}} records. Export the watches one by one.',
} as const;
