-- Locks the rows of these keys in sorted order, so that two calls can never deadlock. Creates missing rows first.
create or replace function setdesk.lock_keys(p_keys bytea[]) returns void
language plpgsql set search_path = setdesk, pg_temp as $$
declare
  v_keys bytea[] := array(select distinct k from unnest(p_keys) k order by k);
  v_locked integer;
begin
  loop
    insert into claim (key) select k from unnest(v_keys) k order by k on conflict do nothing;
    perform from claim where key = any (v_keys) order by key for update;
    get diagnostics v_locked = row_count;
    -- `upkeep` may have deleted a free key since the insert.
    exit when v_locked = cardinality(v_keys);
  end loop;
end
$$;

-- Locks these jobs of the calling station in sorted order, and returns their keys.
create or replace function setdesk.lock_jobs(p_jobs text[]) returns bytea[]
language plpgsql set search_path = setdesk, pg_temp as $$
begin
  perform from job where id = any (p_jobs) order by id for update;
  return array(select distinct k from job j, unnest(j.keys) k where j.id = any (p_jobs) and (j.station = me() or acting() = 'supervisor'));
end
$$;

-- Refuses the call if the station now has too many open jobs, or has begun too many within a day.
create or replace function setdesk.limit_open_jobs(p_station uuid) returns void
language plpgsql set search_path = setdesk, pg_temp as $$
begin
  if (select count(*) from job where station = p_station and state in ('none', 'held')) > (select open_jobs_at_most from fleet) then
    perform refuse('too-large', 'This station has too many unfinished jobs in the fleet.');
  elsif (select count(*) from job where station = p_station and since > now() - interval '1 day') > (select jobs_a_day_at_most from fleet) then
    perform refuse('too-large', 'This station has claimed too many jobs within a day.');
  end if;
end
$$;

-- The valid claims on these keys, in the form of the contract.
create or replace function setdesk.claims_on(p_keys bytea[], p_except text) returns setof jsonb
language sql stable set search_path = setdesk, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'key', encode(c.key, 'hex'),
    'job', j.id,
    'station', name_of(j.station),
    'since', iso(j.since),
    'until', case when j.state = 'held' and coalesce(j.effect_until <= now(), true) then iso(j.until) end,
    'state', j.state))
  from claim c join job j on j.id = c.job
  where c.key = any (p_keys) and c.key = any (j.keys) and j.id is distinct from p_except and stands(j)
  order by c.key
$$;

-- Claims all keys of a job, or none. The caller has locked the row of the job and the keys.
create or replace function setdesk.take_claim(p_job text, p_keys bytea[], p_version bigint) returns jsonb
language plpgsql set search_path = setdesk, pg_temp as $$
declare
  j job;
  v_conflicts jsonb;
  v_is_new boolean;
begin
  select * into j from job where id = p_job;
  -- The job belongs to its station until the claim is released. A job that was moved to this station must be taken over and read back first.
  if (j.station <> me() and j.state <> 'released')
     or exists (select from work w where w.job = p_job and w.station = me() and w.for_station is not null) then
    return jsonb_build_object('job', p_job, 'result', 'moved', 'to', name_of(j.station), 'fence', j.fence);
  end if;
  select jsonb_agg(c - 'job') into v_conflicts from (select c from claims_on(p_keys, p_job) c limit 8) found;
  if j.station = me() and p_version <= j.claim_version then
    -- The request is not newer, so nothing changes. A repeated newest request gets the same answer, if that is still true.
    if p_version = j.claim_version and v_conflicts is not null then
      return jsonb_build_object('job', p_job, 'result', 'conflict', 'conflicts', v_conflicts);
    elsif p_version = j.claim_version and j.state = 'held' and j.keys = p_keys and stands(j)
      and (select count(*) from claim where key = any (p_keys) and job = p_job) = cardinality(p_keys) then
      return jsonb_build_object('job', p_job, 'result', 'held', 'fence', j.fence, 'until', iso(j.until));
    end if;
    return jsonb_build_object('job', p_job, 'result', 'late', 'version', j.claim_version);
  end if;
  if v_conflicts is not null then
    -- A corrected job releases the keys that it no longer needs.
    update job set claim_version = p_version, keys = array(select k from unnest(j.keys) k where k = any (p_keys) order by 1)
      where id = p_job and station = me();
    update claim set job = null where key = any (j.keys) and key <> all (p_keys) and job = p_job;
    return jsonb_build_object('job', p_job, 'result', 'conflict', 'conflicts', v_conflicts);
  end if;
  v_is_new := not stands(j);
  update job set
    state = 'held',
    keys = p_keys,
    fence = case when j.state = 'released' then j.fence + 1 else greatest(j.fence, 1) end,
    since = case when v_is_new then now() else j.since end,
    until = now() + f.claim_lasts,
    station = me(),
    claim_version = p_version,
    moved_fence = case when j.station <> me() then j.fence + 1 else j.moved_fence end,
    work_version = case when j.station <> me() then -1 else j.work_version end
    from fleet f where id = p_job returning job.* into j;
  update claim set job = null where key = any (select k from unnest(j.keys) k except select k from unnest(p_keys) k) and job = p_job;
  update claim set job = p_job where key = any (p_keys) and job is distinct from p_job;
  if v_is_new then
    perform tell(me(), 'claims');
  end if;
  return jsonb_build_object('job', p_job, 'result', 'held', 'fence', j.fence, 'until', iso(j.until));
end
$$;

-- The answer to a station that knows the job from before a move. Null for any other station. Without this, a
-- station that was away could take, and do again, work that another station has done and released.
create or replace function setdesk.moved_since(p_job text, p_fence integer) returns jsonb
language sql stable set search_path = setdesk, pg_temp as $$
  select jsonb_build_object('job', j.id, 'result', 'moved', 'to', name_of(j.station), 'fence', j.fence)
  from job j where j.id = p_job and j.station <> me() and p_fence < j.moved_fence
$$;

create or replace function hub.claims_take(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
  v_jobs text[] := array(select x ->> 'job' from jsonb_array_elements(p_request -> 'jobs') x);
  v_keys bytea[];
  v_opens boolean;
  v_answers jsonb;
begin
  if (select count(distinct id) from unnest(v_jobs) id) < cardinality(v_jobs) then
    perform refuse('bad-request', 'A job is named twice.');
  end if;
  insert into job (id, station) select asked.id, me.id from unnest(v_jobs) asked (id) order by asked.id on conflict do nothing;
  v_opens := found or exists (select from job where id = any (v_jobs) and state = 'released');
  v_keys := lock_jobs(v_jobs) || array(
    select decode(k, 'hex') from jsonb_array_elements(p_request -> 'jobs') x, jsonb_array_elements_text(x -> 'keys') k);
  perform lock_keys(v_keys);
  -- Handles one job after the other, because a job may conflict with the next job of the same call.
  select jsonb_agg(coalesce(moved_since(x ->> 'job', (x ->> 'fence')::integer), take_claim(x ->> 'job', array(
      select distinct decode(k, 'hex') from jsonb_array_elements_text(x -> 'keys') k order by 1), (x ->> 'version')::bigint)) order by n)
    into v_answers from jsonb_array_elements(p_request -> 'jobs') with ordinality as asked (x, n);
  -- The limit does not apply to a call that only renews claims.
  if v_opens then
    perform limit_open_jobs(me.id);
  end if;
  return jsonb_build_object('jobs', v_answers);
end
$$;

create or replace function hub.claims_confirm(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
  v_fence integer := (p_request ->> 'fence')::integer;
  j job;
  v_until timestamptz;
begin
  -- Does not lock another station's job, because row security hides such a job from `for update`.
  select * into j from job where id = p_request ->> 'job' and station = me.id for update;
  if not found then
    select * into j from job where id = p_request ->> 'job';
    if found and j.state <> 'released' then
      return jsonb_build_object('result', 'moved', 'to', name_of(j.station), 'fence', j.fence);
    end if;
    return jsonb_build_object('result', 'lapsed');
  end if;
  if v_fence < j.moved_fence then
    return jsonb_build_object('result', 'moved', 'to', name_of(j.station), 'fence', j.fence);
  end if;
  -- A station that knows the new fence has taken over the work that was moved to it. Its report about that has not arrived yet.
  update work set for_station = null where job = j.id and for_station is not null;
  if found then
    perform tell(me.id, 'work');
  end if;
  -- A corrected job may have released its keys.
  if j.state = 'held' and v_fence = j.fence and cardinality(j.keys) > 0 then
    -- Locks the keys, because another station may be taking one from a claim that has just lapsed.
    perform from claim where key = any (j.keys) order by key for update;
    if (select count(*) from claim where key = any (j.keys) and job = j.id) = cardinality(j.keys) then
      update job set until = now() + f.claim_lasts, effect_until = now() + f.done_lasts from fleet f where id = j.id returning until into v_until;
      return jsonb_build_object('result', 'held', 'until', iso(v_until));
    end if;
  end if;
  return jsonb_build_object('result', 'lapsed');
end
$$;

-- Ends the claims of jobs. The caller has locked the rows and keys of the jobs. `p_ended` has for each job the `id`, the `outcome` and the
-- `version` of the request.
create or replace function setdesk.end_claims(p_ended jsonb) returns void
language sql set search_path = setdesk, pg_temp as $$
  with ended as (
    select x ->> 'id' as id, x ->> 'outcome' as outcome, (x ->> 'version')::bigint as version from jsonb_array_elements(p_ended) x
  ), freed as (
    update claim set job = null from ended e where e.outcome = 'released' and claim.job = e.id
  )
  update job set
    state = e.outcome,
    claim_version = e.version,
    keys = case when e.outcome = 'done' then keys else '{}' end,
    until = case when e.outcome = 'done' then now() + f.done_lasts end,
    effect_until = case when e.outcome = 'done' then now() + f.done_lasts end
    from ended e, fleet f where job.id = e.id
$$;

create or replace function hub.claims_finish(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
  v_ended jsonb;
  v_late jsonb;
begin
  perform lock_keys(lock_jobs(array(select x ->> 'job' from jsonb_array_elements(p_request -> 'jobs') x)));
  with asked as (
    select distinct on (x ->> 'job')
      x ->> 'job' as id, (x ->> 'fence')::integer as fence, x ->> 'outcome' as outcome, (x ->> 'version')::bigint as version
    from jsonb_array_elements(p_request -> 'jobs') x order by x ->> 'job', (x ->> 'version')::bigint desc
  ), known as (
    select a.*, j.state, j.claim_version from asked a join job j on j.id = a.id and j.station = me.id and j.fence = a.fence
  ), noted as (
    update job set claim_version = k.version from known k where job.id = k.id and k.state <> 'held' and k.version > k.claim_version
  )
  select
    jsonb_agg(jsonb_build_object('id', id, 'outcome', outcome, 'version', version)) filter (where state = 'held' and version > claim_version),
    coalesce(jsonb_agg(jsonb_build_object('job', id, 'version', claim_version) order by id)
      filter (where version < claim_version or (version = claim_version and state <> outcome)), '[]')
    into v_ended, v_late from known;
  if v_ended is not null then
    perform end_claims(v_ended);
    perform tell(me.id, 'claims');
  end if;
  return jsonb_build_object('late', v_late);
end
$$;

create or replace function hub.claims_find(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
begin
  -- Only the job's station and supervisors may see its id. With the id, another station could claim the job after its release.
  return jsonb_build_object('found', coalesce((
    select jsonb_agg(case when me.role = 'supervisor' or c -> 'station' ->> 'id' = me.id::text then c else c - 'job' end)
    from claims_on(array(select decode(k, 'hex') from jsonb_array_elements_text(p_request -> 'keys') k), null) c), '[]'));
end
$$;
