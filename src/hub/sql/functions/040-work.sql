create or replace function hub.work_put(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
  v_jobs text[] := array(select x ->> 'job' from jsonb_array_elements(p_request -> 'items') x);
  v_stored integer;
  v_moved jsonb;
  v_late jsonb;
begin
  insert into job (id, station) select distinct asked.id, me.id from unnest(v_jobs) asked (id) order by asked.id on conflict do nothing;
  if found then
    perform limit_open_jobs(me.id);
  end if;
  perform lock_jobs(v_jobs);
  -- A station takes over a released job with its copy, unless the job was moved to another station since. A job without keys has no claim
  -- to take.
  update job set station = me.id, state = 'none', fence = job.fence + 1, claim_version = -1, work_version = -1
    from jsonb_array_elements(p_request -> 'items') x
    where job.id = x ->> 'job' and job.station <> me.id and job.state = 'released' and (x ->> 'fence')::integer >= job.moved_fence;
  if found then
    perform limit_open_jobs(me.id);
  end if;
  with items as (
    -- If a job is named twice, only its newest copy counts.
    select distinct on (x ->> 'job') x ->> 'job' as id, (x ->> 'fence')::integer as fence, (x ->> 'version')::bigint as version,
      x ->> 'state' as state, decode(x ->> 'sealed', 'base64') as sealed
    from jsonb_array_elements(p_request -> 'items') x order by x ->> 'job', (x ->> 'version')::bigint desc
  ), mine as (
    -- A copy that is not newer than the last stored or removed copy arrived late, and is ignored.
    update job set work_version = i.version, work_at = now() from items i
    where job.id = i.id and job.station = me.id and i.fence >= job.moved_fence and i.version > job.work_version
    returning job.id
  ), stored as (
    insert into work (job, station, version, state, sealed)
      select i.id, me.id, i.version, i.state, i.sealed from items i join mine on mine.id = i.id
    on conflict (job) do update set
      station = excluded.station, version = excluded.version, state = excluded.state, sealed = excluded.sealed, for_station = null,
      held_back_until = null, changed_at = now()
    returning 1
  )
  select (select count(*) from stored), coalesce((
      select jsonb_agg(i.id) from items i join job j on j.id = i.id where j.station <> me.id or i.fence < j.moved_fence), '[]'), coalesce((
      -- A repeated newest copy does not count as late.
      select jsonb_agg(jsonb_build_object('job', j.id, 'version', j.work_version) order by j.id) from items i join job j on j.id = i.id
      where j.station = me.id and i.fence >= j.moved_fence and (i.version < j.work_version or (i.version = j.work_version
        and not exists (select from work w where w.job = j.id and w.version = i.version and w.sealed = i.sealed)))), '[]')
    into v_stored, v_moved, v_late;
  if v_stored > 0 then
    if (select count(*) from work where station = me.id) > (select work_at_most from fleet) then
      perform refuse('too-large', 'This station has too many unfinished jobs in the care of the fleet.');
    end if;
    perform tell(me.id, 'work');
  end if;
  return jsonb_build_object('moved', v_moved, 'late', v_late);
end
$$;

create or replace function hub.work_remove(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
begin
  perform lock_jobs(array(select x ->> 'job' from jsonb_array_elements(p_request -> 'jobs') x));
  -- Leaves out work that was moved to this station and not taken over yet, because the station cannot have finished it.
  update job set work_version = asked.version, work_at = now()
    from (select x ->> 'job' as id, max((x ->> 'version')::bigint) as version from jsonb_array_elements(p_request -> 'jobs') x group by 1) asked
    where job.id = asked.id and job.station = me.id and asked.version >= job.work_version
      and not exists (select from work w where w.job = job.id and w.for_station is not null);
  delete from work using job j, jsonb_array_elements(p_request -> 'jobs') x
    where work.job = j.id and j.id = x ->> 'job' and work.station = me.id and work.for_station is null
      and work.version <= (x ->> 'version')::bigint;
  if found then
    perform tell(me.id, 'work');
  end if;
  -- Returns the jobs whose copy is newer than the removal. These copies stay.
  return jsonb_build_object('late', coalesce((
    select jsonb_agg(jsonb_build_object('job', j.id, 'version', j.work_version) order by j.id)
    from job j join work w on w.job = j.id
    where j.station = me.id and w.station = me.id and w.for_station is null
      and j.id = any (array(select x ->> 'job' from jsonb_array_elements(p_request -> 'jobs') x))), '[]'));
end
$$;

create or replace function hub.work_waiting(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
begin
  return (
    with waiting as (
      select w.*, j.fence, row_number() over jobs as place, sum(length(w.for_station)) over jobs as bytes
      from (select * from work where station = me.id and for_station is not null and coalesce(held_back_until <= now(), true)
        and job > coalesce(p_request ->> 'after', '') order by job limit 101) w
      join job j on j.id = w.job
      window jobs as (order by w.job)
    )
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(jsonb_build_object(
        'job', job, 'fence', fence, 'version', version, 'state', state, 'sealed', base64(for_station)) order by job) filter (where fits), '[]'),
      'hasMore', coalesce(bool_or(not fits), false),
      'heldBack', (select count(*) from work where station = me.id and for_station is not null and held_back_until > now()))
    from (select *, place = 1 or (place <= 100 and bytes <= 4000000) as fits from waiting) page);
end
$$;

create or replace function hub.work_accept(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
begin
  update work set for_station = null
    where station = me.id and for_station is not null and job = any (array(select jsonb_array_elements_text(p_request -> 'jobs')));
  if found then
    perform tell(me.id, 'work');
  end if;
  return '{}';
end
$$;

create or replace function hub.work_list(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
begin
  perform enter(p_token, 'supervisor');
  return (
    with listed as (
      select w.*, j.fence, row_number() over jobs as place, sum(length(w.sealed)) over jobs as bytes
      from (select * from work where station = (p_request ->> 'station')::uuid and job > coalesce(p_request ->> 'after', '') order by job limit 101) w
      join job j on j.id = w.job
      window jobs as (order by w.job)
    )
    select jsonb_build_object(
      'items', coalesce(jsonb_agg(jsonb_build_object(
        'job', job, 'fence', fence, 'version', version, 'state', state, 'sealed', base64(sealed), 'changedAt', iso(changed_at))
        order by job) filter (where fits), '[]'),
      'hasMore', coalesce(bool_or(not fits), false))
    from (select *, place = 1 or (place <= 100 and bytes <= 4000000) as fits from listed) page);
end
$$;

-- The answer about a move. The other station may already have finished a job, and the hub then stores no work of it.
create or replace function setdesk.moved_work(p_jobs text[]) returns jsonb
language sql stable set search_path = setdesk, pg_temp as $$
  select jsonb_build_object('items', jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'job', j.id, 'fence', j.fence, 'heldBackUntil', case when w.held_back_until > now() then iso(w.held_back_until) end)) order by j.id))
  from job j left join work w on w.job = j.id where j.id = any (p_jobs)
$$;

-- Moves work and claims in one transaction. If one of the jobs has changed since it was read, nothing is moved and the call is a conflict.
create or replace function hub.work_rescue(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  v_from uuid := (p_request ->> 'from')::uuid;
  v_to uuid := (p_request ->> 'to')::uuid;
  v_jobs text[] := array(select x ->> 'job' from jsonb_array_elements(p_request -> 'items') x);
  v_right integer;
begin
  perform enter(p_token, 'supervisor');
  if v_from = v_to or (select count(distinct id) from unnest(v_jobs) id) < cardinality(v_jobs) then
    perform refuse('bad-request', 'Name another station to move the work to, and each job only once.');
  end if;
  -- Locks the station, so that it is not removed from the fleet during the move.
  perform from station where id = v_to and state = 'active' for share;
  if not found then
    perform refuse('not-found', 'There is no such station to move the work to.');
  end if;
  perform lock_keys(lock_jobs(v_jobs));
  select count(*) into v_right
    from jsonb_array_elements(p_request -> 'items') x join job j on j.id = x ->> 'job' join work w on w.job = j.id
    where j.station = v_from and w.station = v_from and j.fence = (x ->> 'fence')::integer and w.version = (x ->> 'version')::bigint;
  -- The same move was already made, but its answer was lost.
  if v_right = 0 and (
    select count(*) from jsonb_array_elements(p_request -> 'items') x join job j on j.id = x ->> 'job'
      where j.station = v_to and j.fence = (x ->> 'fence')::integer + 1 and j.moved_fence = j.fence) = cardinality(v_jobs) then
    return moved_work(v_jobs);
  end if;
  if v_right < cardinality(v_jobs) then
    perform refuse('conflict', 'A job has changed since it was read. Read it again.');
  end if;
  update job set
    station = v_to,
    fence = fence + 1,
    moved_fence = fence + 1,
    work_version = -1,
    work_at = now(),
    claim_version = -1,
    -- A lapsed claim is renewed if no other job has taken its keys.
    until = case when state = 'held' and (select count(*) from claim c where c.key = any (job.keys) and c.job = job.id) = cardinality(job.keys)
      then greatest(until, now() + f.claim_lasts) else until end
    from fleet f where id = any (v_jobs);
  -- Work that is moved on before it was taken over is held back as long as before.
  update work set station = v_to, version = 0, for_station = decode(x ->> 'sealed', 'base64'), changed_at = now(),
    held_back_until = greatest(held_back_until, case when (x ->> 'takesMoney')::boolean then (
      select coalesce(max(p.seen_at), now()) + f.holds_back from fleet f left join presence p on p.station = v_from group by f.holds_back) end)
    from jsonb_array_elements(p_request -> 'items') x where work.job = x ->> 'job';
  perform tell(station, about, true), tell(station, about) from unnest(array[v_from, v_to]) station, unnest(array['work', 'claims']) about;
  return moved_work(v_jobs);
end
$$;
