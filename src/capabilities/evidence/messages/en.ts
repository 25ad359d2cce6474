export const en = {
  seenOnInvalid:
    '"{{name}}" must be a day such as 2026-10-05, or a time with its zone such as 2026-10-05T08:05:00Z.',
  lengthOutOfRange: '"{{name}}" must be one text of {{least}} to {{most}} characters.',
  blurInvalid: '"blur" must be others or none.',
  evidenceWithoutKey:
    'This service makes no evidence packs: its operator has not set EVIDENCE_KEY_FILE, the file with the signing key.',
  evidenceKeyUnusable:
    'Evidence packs cannot be signed: the file of the signing key cannot be used. The log of the service says why.',
  evidenceLoadsUsedUp:
    'The verdict was not proven within {{most}} page loads, so there is no evidence pack. Try again later.',
  packsAtOnce:
    'One client may ask for at most {{most}} evidence packs at once. Try again when one of these requests has ended.',
} as const;
