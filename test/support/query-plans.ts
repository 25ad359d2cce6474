import { type Kysely, type KyselyPlugin, SqliteQueryCompiler, sql } from 'kysely';

/** The tables that grow with the record. Reading a whole one of them takes seconds. */
const BIG = ['review', 'event', 'watch_check', 'job_link', 'delivery'];

/** Records the SQL of every statement. */
export function recordStatements() {
  const statements = new Set<string>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      statements.add(new SqliteQueryCompiler().compileQuery(node, queryId).sql);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { statements, plugin };
}

/**
 * Asks SQLite how it would run statements. `whole`: the steps that read a whole big table, or a whole index of it, with
 * their statements. `indexes`: the names of the indexes that a statement uses, sorted.
 */
export async function readPlans<Tables>(db: Kysely<Tables>, statements: Iterable<string>) {
  const whole: string[] = [];
  const indexes = new Set<string>();
  for (const text of statements) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue;
    // The plan names a table by its alias.
    const names = new Map(BIG.map((table) => [table, table]));
    for (const [, table = '', alias = ''] of text.matchAll(/"?(\w+)"? as "?(\w+)"?/g))
      if (BIG.includes(table)) names.set(alias, table);
    const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(db);
    for (const { detail } of plan.rows) {
      // SQLite also calls it a search when it reads a whole table for `min` or `max`; this search has no condition.
      const [, ...tables] = /^SCAN (\w+)|^SEARCH (\w+)(?!.* \()/.exec(detail) ?? [];
      if (names.has(tables.join(''))) whole.push(`${detail}: ${text.replace(/\s+/g, ' ')}`);
      const index = / INDEX (\w+)/.exec(detail)?.[1];
      if (index !== undefined && !index.startsWith('sqlite_')) indexes.add(index);
    }
  }
  return { whole, indexes: [...indexes].sort() };
}
