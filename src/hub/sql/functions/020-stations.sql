-- Uses up a code. The same station may call again with the code, because the answer may have been lost.
create or replace function hub.enrol(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  invited code;
  made station;
  v_identity bytea := decode(p_request ->> 'identityKey', 'base64');
  v_seal bytea := decode(p_request ->> 'sealKey', 'base64');
begin
  select * into invited from code where lookup = decode(p_request ->> 'lookup', 'hex') for update;
  if not found or invited.lapses_at <= now() then
    perform refuse('code-unknown', 'This code is not known, or it has lapsed.');
  end if;
  if invited.station is not null then
    select * into made from station where id = invited.station and identity_key = v_identity and seal_key = v_seal and state = 'active';
    if not found then
      perform refuse('code-unknown', 'This code was used already.');
    end if;
  else
    -- The first code of a fleet lapses as soon as there is a supervisor. Any other code lapses when its supervisor is removed.
    if (invited.made_by is null and exists (select from station where role = 'supervisor' and state = 'active'))
       or (invited.made_by is not null and not exists (select from station s where s.id = invited.made_by and s.state = 'active' for share)) then
      perform refuse('code-unknown', 'This code is not known, or it has lapsed.');
    end if;
    begin
      insert into station (name, role, "group", identity_key, seal_key)
        values (trim(p_request ->> 'name'), invited.role, invited."group", v_identity, v_seal) returning * into made;
    exception when unique_violation then
      perform refuse('conflict', 'This key already belongs to a station.');
    end;
    if invited.made_by is null then
      perform end_former_fleet(made.id);
    end if;
    perform set_config('setdesk.station', made.id::text, true), set_config('setdesk.acting', 'station', true);
    insert into presence (station) values (made.id);
    insert into audit_head (station) values (made.id);
    update code set station = made.id where lookup = invited.lookup;
    perform tell(made.id, 'station');
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'station', made.id, 'role', made.role, 'group', made."group", 'envelope', base64(invited.envelope)));
end
$$;

-- Registers the code of the first supervisor. Only the owner may call this, and only while the fleet has no supervisor.
create or replace function setdesk.make_first_code(p_lookup bytea, p_hours integer) returns void
language plpgsql set search_path = setdesk, pg_temp as $$
begin
  if exists (select from station where role = 'supervisor' and state = 'active') then
    perform refuse('not-allowed', 'The fleet has a supervisor. Codes are made in Setdesk by a supervisor.');
  end if;
  delete from code where made_by is null and code.station is null;
  insert into code (lookup, role, lapses_at) values (p_lookup, 'supervisor', now() + make_interval(hours => p_hours));
end
$$;

-- Stores a challenge that the door made. A station that does not exist also gets one, so that nobody can find out which stations exist.
create or replace function hub.challenge(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
begin
  insert into challenge (challenge, station, lapses_at)
    select decode(p_request ->> 'challenge', 'base64'), s.id, now() + f.challenge_lasts
    from station s, fleet f where s.id = (p_request ->> 'station')::uuid;
  return jsonb_build_object('challenge', p_request ->> 'challenge');
end
$$;

-- Uses up a challenge, and returns the key for checking its signature. PostgreSQL has no Ed25519, so the door checks the signature.
create or replace function hub.use_challenge(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  v_station uuid := (p_request ->> 'station')::uuid;
  known station;
begin
  update challenge set used = true
    where challenge = decode(p_request ->> 'challenge', 'base64') and station = v_station and not used and lapses_at > now();
  if not found then
    perform refuse('not-signed-in', 'This challenge is not known, was used or has lapsed.');
  end if;
  select * into known from station where id = v_station;
  return jsonb_build_object('identityKey', base64(known.identity_key));
end
$$;

-- Opens one session for a challenge that was used up.
create or replace function hub.open_session(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  known station;
begin
  delete from challenge
    where challenge = decode(p_request ->> 'challenge', 'base64') and station = (p_request ->> 'station')::uuid and used and lapses_at > now();
  if not found then
    perform refuse('not-signed-in', 'This challenge is not known, was used or has lapsed.');
  end if;
  select * into known from station where id = (p_request ->> 'station')::uuid;
  if known.state = 'revoked' then
    perform refuse('revoked', 'This station was removed from the fleet.');
  end if;
  insert into session (token, station, lapses_at) select p_token, known.id, now() + session_lasts from fleet;
  -- Keeps the five newest sessions. A laptop whose start was interrupted leaves a session behind.
  delete from session where token in (
    select token from session where station = known.id order by made_at desc, token offset 5);
  perform set_config('setdesk.station', known.id::text, true), set_config('setdesk.acting', 'station', true);
  update presence set seen_at = now() where station = known.id;
  perform tell(known.id, 'station');
  return jsonb_build_object('role', known.role, 'now', iso(now()));
end
$$;

-- Whether a session is valid. The door checks this before it reads a large body.
create or replace function hub.check_session(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
begin
  perform enter(p_token);
  return '{}';
end
$$;

create or replace function hub.stations_invite(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token, 'supervisor');
  v_lookup bytea := decode(p_request ->> 'lookup', 'hex');
  v_envelope bytea := decode(p_request ->> 'envelope', 'base64');
begin
  insert into code (lookup, role, "group", envelope, made_by, lapses_at)
    values (v_lookup, p_request ->> 'role', trim(p_request ->> 'group'), v_envelope, me.id, now() + make_interval(hours => (p_request ->> 'hours')::integer))
    on conflict do nothing;
  if not found and not exists (select from code c where c.lookup = v_lookup and c.made_by = me.id and c.envelope = v_envelope) then
    perform refuse('conflict', 'There is another invitation with this code.');
  end if;
  return '{}';
end
$$;

-- The claims and the work of the station stay, so that a supervisor can move them to another station.
create or replace function setdesk.revoke_station(p_station uuid) returns void
language plpgsql set search_path = setdesk, pg_temp as $$
begin
  update station set state = 'revoked', revoked_at = now() where id = p_station and state = 'active';
  if found then
    delete from challenge where challenge.station = p_station;
    perform tell(p_station, 'revoked', true);
    perform tell(p_station, 'revoked');
  elsif not exists (select from station where id = p_station) then
    perform refuse('not-found', 'There is no such station.');
  end if;
end
$$;

create or replace function hub.stations_revoke(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
begin
  perform enter(p_token, 'supervisor');
  perform revoke_station((p_request ->> 'station')::uuid);
  return '{}';
end
$$;

-- Removes a station at its own request. The station names the jobs that it still has. Copies of other jobs stay, so that a supervisor can move
-- them.
create or replace function hub.stations_leave(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
  v_jobs text[] := array(select distinct x ->> 'job' from jsonb_array_elements(p_request -> 'jobs') x);
  v_moved text[];
  -- The highest version. An earlier request that arrives late has a lower one and therefore changes nothing.
  v_last constant bigint := 9007199254740991;
begin
  insert into job (id, station) select asked.id, me.id from unnest(v_jobs) asked (id) order by asked.id on conflict do nothing;
  perform lock_keys(lock_jobs(v_jobs));
  -- Work that was moved to this station but not taken over yet is newer than the station's own version of the job.
  v_moved := array(
    select j.id from job j where j.id = any (v_jobs)
      and (j.station <> me.id or exists (select from work w where w.job = j.id and w.for_station is not null)));
  delete from work where job = any (v_jobs) and job <> all (v_moved);
  perform end_claims((
    select jsonb_agg(jsonb_build_object('id', j.id, 'version', v_last,
      'outcome', case when j.state = 'done' or (j.state = 'held' and a.is_done) then 'done' else 'released' end))
    from (select x ->> 'job' as id, bool_or(x ->> 'outcome' = 'done') as is_done from jsonb_array_elements(p_request -> 'jobs') x group by 1) a
      join job j on j.id = a.id where j.id <> all (v_moved)));
  update job set work_version = v_last where id = any (v_jobs) and id <> all (v_moved);
  perform revoke_station(me.id);
  return jsonb_build_object('elsewhere', coalesce((
    select jsonb_agg(jsonb_build_object('job', j.id, 'to', name_of(j.station)) order by j.id) from job j where j.id = any (v_moved)), '[]'));
end
$$;
