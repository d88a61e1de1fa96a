-- Gives positions to committed changes, in one transaction at a time. A reader therefore sees the positions in order, whatever the order in
-- which the calls commit. Returns the latest position, and notifies every hub.
create or replace function hub.sequence_events() returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  v_changed integer;
begin
  -- If there are no changes, takes no lock and writes nothing.
  if exists (select from event_inbox) then
    perform pg_advisory_xact_lock(hashtext('setdesk event positions'));
    with arrived as (
      delete from event_inbox returning station, about, told
    ), placed as (
      insert into event (station, about, told, position)
        select station, about, told, nextval('event_position') from (select distinct station, about, told from arrived order by 1, 2, 3) changes
      on conflict (station, about, told) do update set position = excluded.position
      returning 1
    )
    select count(*) into v_changed from placed;
    if v_changed > 0 then
      perform pg_notify('setdesk_events', '');
    end if;
  end if;
  return (select jsonb_build_object('position', coalesce(max(position), 0)) from event);
end
$$;

-- Returns the changes after a position, in order. The hub passes each change on to the streams that may see it.
create or replace function hub.events_after(p_request jsonb) returns jsonb
language sql stable security definer set search_path = setdesk, pg_temp as $$
  select jsonb_build_object('events', coalesce(jsonb_agg(jsonb_build_object(
    'position', e.position, 'about', e.about, 'station', e.station, 'told', e.told) order by e.position), '[]'))
  from (select * from event where position > (p_request ->> 'after')::bigint order by position limit 5000) e
$$;

-- Returns the station of a stream, and the events after a position. Without a position, the stream starts at the latest one. If the position
-- is higher than any in this database, the database was restored from an older backup, and all events are returned.
create or replace function hub.open_stream(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
  v_position bigint;
  v_after bigint := (p_request ->> 'after')::bigint;
begin
  select coalesce(max(position), 0) into v_position from event;
  if v_after > v_position then
    v_after := 0;
  end if;
  return jsonb_build_object(
    'station', me.id, 'role', me.role, 'position', v_position,
    'events', coalesce((
      select jsonb_agg(jsonb_build_object('position', e.position, 'about', e.about, 'station', e.station, 'told', e.told) order by e.position)
      from event e
      where e.position > v_after and e.position <= v_position
        -- A supervisor gets the events about all stations, and also the events for its own station.
        and case when me.role = 'supervisor' then not e.told or e.station = me.id else e.told and e.station = me.id end), '[]'));
end
$$;

-- Notes that the stations of these sessions are present, and returns the sessions that are still valid.
create or replace function hub.keep_streams(p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  v_tokens bytea[] := array(select decode(t, 'hex') from jsonb_array_elements_text(p_request -> 'tokens') t);
  v_stations uuid[] := array(
    select s.id from session n join station s on s.id = n.station
    where n.token = any (v_tokens) and n.lapses_at > now() and s.state = 'active' order by 1);
begin
  perform set_config('setdesk.station', '', true), set_config('setdesk.acting', 'upkeep', true);
  -- Locks the rows in sorted order, and skips rows that another call has locked.
  with seen as (
    update presence set seen_at = now() where station in (
      select station from presence where station = any (v_stations) and seen_at < now() - interval '1 minute'
      order by station for update skip locked)
    returning station
  )
  insert into event_inbox (station, about, told) select station, 'station', false from seen;
  return (
    select jsonb_build_object('tokens', coalesce(jsonb_agg(encode(n.token, 'hex')), '[]'))
    from session n join station s on s.id = n.station
    where n.token = any (v_tokens) and n.lapses_at > now() and s.state = 'active');
end
$$;
