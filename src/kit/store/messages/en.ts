export const en = {
  dataFolderFails:
    'The service cannot write to its data folder (DATA_DIR), so it has no jobs, watches and evidence packs. The system reports {{reason}}.',
} as const;
