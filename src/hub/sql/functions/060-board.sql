create or replace function hub.status_put(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
  c jsonb := p_request -> 'counts';
  v_totals integer;
begin
  with put as (
    insert into status as s (station, version, unsent, sending, needs_you, refused, oldest_job_at) values (
      me.id, p_request ->> 'version', (c ->> 'unsent')::integer, (c ->> 'sending')::integer, (c ->> 'needsYou')::integer,
      (c ->> 'refused')::integer, (p_request ->> 'oldestJobAt')::timestamptz)
    on conflict (station) do update set version = excluded.version, unsent = excluded.unsent, sending = excluded.sending,
      needs_you = excluded.needs_you, refused = excluded.refused, oldest_job_at = excluded.oldest_job_at
      where (s.version, s.unsent, s.sending, s.needs_you, s.refused) is distinct from
            (excluded.version, excluded.unsent, excluded.sending, excluded.needs_you, excluded.refused)
        or s.oldest_job_at is distinct from excluded.oldest_job_at
    returning 1
  ), totals as (
    insert into day_total as d (station, day, technician, product, done, refused)
      -- If a day, technician and product occur twice, the last row counts.
      select distinct on (x ->> 'day', x ->> 'technician', x ->> 'product')
        me.id, (x ->> 'day')::date, x ->> 'technician', x ->> 'product', (x ->> 'done')::integer, (x ->> 'refused')::integer
      from jsonb_array_elements(p_request -> 'totals') with ordinality as asked (x, n)
      -- Leaves out days far from now. They come from a wrong clock, or were invented to fill the table: nothing deletes its rows.
      where (x ->> 'day')::date between current_date - 400 and current_date + 31
      order by x ->> 'day', x ->> 'technician', x ->> 'product', n desc
    on conflict (station, day, technician, product) do update set done = excluded.done, refused = excluded.refused
      where (d.done, d.refused) is distinct from (excluded.done, excluded.refused)
    returning 1
  )
  select (select count(*) from put) + (select count(*) from totals) into v_totals;
  -- Limits the rows of a day. Otherwise a station with invented rows could make a day too large to be read.
  if exists (select from day_total where day_total.station = me.id
      and day in (select (x ->> 'day')::date from jsonb_array_elements(p_request -> 'totals') x) group by day having count(*) > 1000) then
    perform refuse('too-large', 'A day has at most 1,000 rows of one station.');
  end if;
  if v_totals > 0 then
    perform tell(me.id, 'station');
  end if;
  return '{}';
end
$$;

create or replace function setdesk.board_row(s setdesk.station) returns jsonb
language sql stable set search_path = setdesk, pg_temp as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'id', s.id, 'name', s.name, 'role', s.role, 'group', s."group", 'state', s.state,
    'lastSeen', iso(p.seen_at),
    'status', case when t.station is not null then jsonb_build_object(
      'version', t.version,
      'counts', jsonb_build_object('unsent', t.unsent, 'sending', t.sending, 'needsYou', t.needs_you, 'refused', t.refused),
      -- The station's clock may be ahead, or its report may be invented. The contract allows no time after now.
      'oldestJobAt', case when t.oldest_job_at is not null then iso(least(t.oldest_job_at, now())) end) end,
    'sealKey', base64(s.seal_key),
    'documents', coalesce((
      select jsonb_agg(jsonb_build_object('kind', d.kind, 'name', d.name, 'serial', d.serial) order by d.kind, d.name)
      from (select * from document_taken d where d.station = s.id and d.outcome = 'taken' order by d.kind, d.name limit 100) d), '[]'),
    'inCare', (select count(*) from work w where w.station = s.id),
    'audit', jsonb_build_object('entries', h.entries, 'trouble', h.trouble, 'had', nullif(h.had, 0))))
  from audit_head h left join presence p on p.station = h.station left join status t on t.station = h.station
  where h.station = s.id
$$;

create or replace function hub.board_read(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  v_position bigint;
  v_ids uuid[] := array(select jsonb_array_elements_text(p_request -> 'stations')::uuid);
begin
  perform enter(p_token, 'supervisor');
  -- Reads the position first. An event reports every change after it.
  select coalesce(max(position), 0) into v_position from event;
  return (
    with listed as (
      select s, row_number() over (order by s.id) as place
      from station s
      where (p_request ->> 'after' is null or s.id > (p_request ->> 'after')::uuid)
        and (p_request -> 'stations' is null or s.id = any (v_ids))
      order by s.id limit 201
    )
    select jsonb_build_object(
      'position', v_position,
      'stations', coalesce(jsonb_agg(board_row(s) order by place) filter (where place <= 200), '[]'),
      'hasMore', coalesce(bool_or(place > 200), false))
    from listed);
end
$$;

create or replace function hub.board_totals(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  v_totals jsonb;
begin
  perform enter(p_token, 'supervisor');
  select coalesce(jsonb_agg(jsonb_build_object(
      'station', d.station, 'day', d.day, 'technician', d.technician, 'product', d.product, 'done', d.done, 'refused', d.refused)
      order by d.day, d.station, d.technician, d.product), '[]')
    into v_totals
    from (select * from day_total where day between (p_request ->> 'from')::date and (p_request ->> 'to')::date
      order by day, station, technician, product limit 20001) d;
  if jsonb_array_length(v_totals) > 20000 then
    perform refuse('too-large', 'There are more than 20,000 rows. Ask for fewer days.');
  end if;
  return jsonb_build_object('totals', v_totals);
end
$$;
