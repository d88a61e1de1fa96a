-- Makes the rows of each month's partition accessible only through the main table. A partition itself has row security without a policy, and
-- raises an error if anyone tries to change it.
create or replace function setdesk.guard_audit_partitions() returns void
language plpgsql set search_path = setdesk, pg_temp as $$
declare
  v_name regclass;
begin
  for v_name in
    select c.oid::regclass from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'setdesk.audit_entry'::regclass and not c.relforcerowsecurity
  loop
    execute format('alter table %s enable row level security', v_name);
    execute format('alter table %s force row level security', v_name);
    execute format('create trigger guard before update or delete or truncate on %s for each statement execute function setdesk.guard_audit()', v_name);
  end loop;
end
$$;

-- Deletes what has lapsed, and creates the partitions of the next two months. Any hub may call this at any time. Only one call works at a
-- time.
create or replace function hub.upkeep() returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('setdesk upkeep')) then
    return '{}';
  end if;
  perform set_config('setdesk.station', '', true), set_config('setdesk.acting', 'upkeep', true);
  perform ensure_audit_partition(((now() at time zone 'UTC') + month * interval '1 month')::date) from generate_series(0, 2) month;
  perform guard_audit_partitions();
  delete from challenge where lapses_at < now();
  delete from session where lapses_at < now();
  delete from code where lapses_at < now() - interval '30 days';
  -- Keeps the row of a job as long as a late request about the job could arrive.
  delete from claim where key in (
    select c.key from claim c left join job j on j.id = c.job
    where c.job is null or j.state = 'released' or greatest(j.until, j.effect_until) < now() - interval '1 day'
    limit 20000 for update of c skip locked);
  delete from job where id in (
    select j.id from job j
    where greatest(j.until, j.effect_until, j.since, j.work_at) < now() - interval '180 days'
      and not exists (select from claim c where c.job = j.id) and not exists (select from work w where w.job = j.id)
    limit 20000 for update skip locked);
  return '{}';
end
$$;

-- Returns the version of the server, the hash of the applied functions (`code`), and whether the login has too many rights.
create or replace function hub.health() returns jsonb
language sql stable security definer set search_path = setdesk, pg_temp as $$
  select jsonb_build_object(
    'server', current_setting('server_version'),
    'migration', (select max(number) from migration),
    'code', (select code from functions_applied),
    'isOwner', has_table_privilege(session_user, 'setdesk.claim', 'update'))
$$;

-- The commits of this login, from all hubs, that wait for a synchronous standby, and how long the first of them has waited. Only the login
-- itself may see what its connections wait for, so this function does not run as the owner.
create or replace function hub.waiting_commits() returns jsonb
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'count', count(*),
    'seconds', coalesce(greatest(0, max(extract(epoch from clock_timestamp() - query_start))), 0))
  from pg_stat_activity where usename = session_user and wait_event = 'SyncRep'
$$;

-- Makes a commit that changes no row, so that a lost standby is noticed even if no other call writes.
create or replace function hub.try_commit() returns jsonb
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select '{}'::jsonb from pg_logical_emit_message(true, 'setdesk', '')
$$;
