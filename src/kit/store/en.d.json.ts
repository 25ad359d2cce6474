declare const texts: {
  readonly "noData": "The service keeps no data (DATA_DIR=none).";
  readonly "isPostgres": "The database is PostgreSQL: back it up with pg_dump and restore it with pg_restore (docs/operation.md, \"Backup and restore\"). Copy the folder of packs and the key file as well.";
  readonly "nothing": "There is no file {{file}}: there is nothing to copy.";
  readonly "done": "The backup is in {{folder}}: {{summary}}. Each file of the copy was read again, and the databases are intact.\n";
  readonly "notEmpty": "The folder {{folder}} is not empty. Name a new folder, or move its files elsewhere.";
  readonly "damaged": "{{path}}: the database is damaged";
  readonly "summary": "watches: {{watch}}, events: {{event}}, jobs: {{job}}, links of jobs: {{links}}, evidence packs: {{packs}}, bytes: {{bytes}}";
};
export = texts;
