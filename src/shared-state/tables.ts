/**
 * The tables that the replicas share. They are unlogged: a change waits for no disk, and a crash of the server empties
 * them, which every reader expects. Rows change often, so pages keep room for their new versions.
 *
 * A lock makes replicas that start together take turns: `if not exists` alone fails when two replicas run it at once.
 */
export const SHARED_TABLES = `begin;
set local statement_timeout = '10s';
select pg_advisory_xact_lock(704268193);
create unlogged table if not exists shared_health (
  id integer primary key, written_at timestamptz not null);
create unlogged table if not exists shared_points (
  name text primary key, points integer not null, ends_at timestamptz not null, granted boolean not null
) with (fillfactor = 50);
create unlogged table if not exists shared_turn (
  egress_group text primary key, last_at timestamptz not null, single_until timestamptz not null, given boolean not null
) with (fillfactor = 50);
create unlogged table if not exists shared_breaker (
  egress_group text primary key, era bigint, until timestamptz, pause_ms bigint not null default 0,
  probe bigint not null default 0, probe_until timestamptz not null default '-infinity'
) with (fillfactor = 50);
commit`;
