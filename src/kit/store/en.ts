export const en = {
  noData: 'The service keeps no data (DATA_DIR=none).',
  isPostgres:
    'The database is PostgreSQL: back it up with pg_dump and restore it with pg_restore (docs/operation.md, "Backup and restore"). Copy the folder of packs and the key file as well.',
  nothing: 'There is no file {{file}}: there is nothing to copy.',
  done: 'The backup is in {{folder}}. Its databases are intact.\n',
  exists:
    'There is already {{path}}. Name a new folder. A folder that ends in .part is the rest of a backup that was broken off: delete it.',
} as const;
