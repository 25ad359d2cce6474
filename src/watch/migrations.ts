import type { Kysely, Migration } from 'kysely';

/** Every version of the database, the oldest first. Forward only: a migration that was released never changes. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001': {
    up: async (db: Kysely<unknown>) => {
      const { schema } = db;
      await schema
        .createTable('watch')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('label', 'text')
        .addColumn('note', 'text')
        .addColumn('interval_minutes', 'integer', (column) => column.notNull())
        .addColumn('evidence', 'text', (column) => column.notNull())
        .addColumn('legal_hold', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('paused_at', 'bigint')
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('claimed_by', 'text')
        .addColumn('claimed_until', 'bigint')
        .addColumn('checked_at', 'bigint')
        .addColumn('proven_at', 'bigint')
        .addColumn('whole_at', 'bigint')
        .addColumn('trouble_since', 'bigint')
        .addColumn('trouble', 'text')
        .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
        .addColumn('place', 'text')
        .addUniqueConstraint('watch_of_subject', ['owner', 'subject'])
        .execute();
      await schema.createIndex('watch_due').on('watch').columns(['due_at']).execute();
      await schema
        .createTable('watch_check')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('watch_id', 'text', (column) =>
          column.notNull().references('watch.id').onDelete('cascade'),
        )
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('took_ms', 'integer', (column) => column.notNull())
        .addColumn('loads', 'integer', (column) => column.notNull())
        .addColumn('trouble', 'text')
        .addColumn('complete', 'integer')
        .addColumn('read', 'integer')
        .addColumn('review_count', 'integer')
        .addColumn('rating', 'double precision')
        .addColumn('left_over', 'integer', (column) => column.notNull())
        .execute();
      await schema.createIndex('check_of_watch').on('watch_check').columns(['watch_id', 'at']).execute();
      await schema
        .createTable('review')
        .addColumn('watch_id', 'text', (column) =>
          column.notNull().references('watch.id').onDelete('cascade'),
        )
        .addColumn('review_id', 'text', (column) => column.notNull())
        .addColumn('url', 'text')
        .addColumn('author_key', 'text')
        .addColumn('status', 'text', (column) => column.notNull())
        .addColumn('reason', 'text')
        .addColumn('status_at', 'bigint', (column) => column.notNull())
        .addColumn('first_seen_at', 'bigint')
        .addColumn('last_seen_at', 'bigint')
        .addColumn('evidence', 'text')
        .addPrimaryKeyConstraint('review_key', ['watch_id', 'review_id'])
        .execute();
      await schema.createIndex('review_of_author').on('review').columns(['author_key']).execute();
      await schema
        .createTable('review_version')
        .addColumn('watch_id', 'text', (column) => column.notNull())
        .addColumn('review_id', 'text', (column) => column.notNull())
        .addColumn('number', 'integer', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('stars', 'integer')
        .addColumn('text', 'text')
        .addColumn('photos', 'integer')
        .addColumn('reply', 'text')
        .addColumn('author', 'text')
        .addColumn('date_text', 'text')
        .addColumn('published_at', 'bigint')
        .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
        .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('review_version_key', ['watch_id', 'review_id', 'number'])
        .addForeignKeyConstraint(
          'version_of_review',
          ['watch_id', 'review_id'],
          'review',
          ['watch_id', 'review_id'],
          (constraint) => constraint.onDelete('cascade'),
        )
        .execute();
      await schema
        .createTable('event')
        .addColumn('seq', 'bigint', (column) => column.primaryKey())
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('watch_id', 'text', (column) =>
          column.notNull().references('watch.id').onDelete('cascade'),
        )
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('review_id', 'text')
        .addColumn('before', 'text')
        .addColumn('after', 'text')
        .addColumn('check_id', 'text', (column) => column.notNull())
        .addColumn('evidence', 'text')
        .execute();
      await schema.createIndex('event_of_owner').on('event').columns(['owner', 'seq']).execute();
      await schema.createIndex('event_of_watch').on('event').columns(['watch_id', 'seq']).execute();
      await schema
        .createTable('channel')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('kind', 'text', (column) => column.notNull())
        .addColumn('target', 'text', (column) => column.notNull())
        .addColumn('secret', 'text')
        .addColumn('old_secret', 'text')
        .addColumn('old_secret_until', 'bigint')
        .addColumn('pace', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('types', 'text')
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint')
        .execute();
      await schema.createIndex('channel_of_owner').on('channel').columns(['owner']).execute();
      await schema
        .createTable('delivery')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('channel_id', 'text', (column) =>
          column.notNull().references('channel.id').onDelete('cascade'),
        )
        .addColumn('event_seq', 'bigint', (column) => column.references('event.seq').onDelete('cascade'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('due_at', 'bigint', (column) => column.notNull())
        .addColumn('claimed_by', 'text')
        .addColumn('claimed_until', 'bigint')
        .addColumn('attempts', 'integer', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .addColumn('ended_at', 'bigint')
        .addColumn('log', 'text', (column) => column.notNull())
        .addUniqueConstraint('delivery_of_event', ['channel_id', 'event_seq'])
        .execute();
      await schema.createIndex('delivery_due').on('delivery').columns(['outcome', 'due_at']).execute();
      await schema.createIndex('delivery_claimed').on('delivery').columns(['claimed_until']).execute();
      await schema
        .createTable('forgotten')
        .addColumn('owner', 'text', (column) => column.notNull())
        .addColumn('author_key', 'text', (column) => column.notNull())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('forgotten_key', ['owner', 'author_key'])
        .execute();
      await schema
        .createTable('stored_value')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('value', 'text', (column) => column.notNull())
        .execute();
    },
  },
  '0002': {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .alterTable('watch')
        .addColumn('duplicate_of', 'text', (column) => column.references('watch.id').onDelete('set null'))
        .execute();
    },
  },
};
