export const en = {
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
