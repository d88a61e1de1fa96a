create or replace function setdesk.has_table(p_name text) returns boolean language sql volatile as
$$ select exists (select from pg_class where relnamespace = 'setdesk'::regnamespace and relname = p_name) $$;

-- Creates the partition of a month if it is missing. Another call may create it at the same time, so this looks again after it has the lock.
-- It looks in the catalogue's table, because to_regclass() may use a cache that is older than the lock.
create or replace function setdesk.ensure_audit_partition(p_day date) returns void
language plpgsql set search_path = setdesk, pg_temp as $$
declare
  v_from date := date_trunc('month', p_day);
  v_name text := 'audit_' || to_char(p_day, 'YYYY_MM');
begin
  if has_table(v_name) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('setdesk audit partition'));
  if not has_table(v_name) then
    execute format('create table setdesk.%I partition of setdesk.audit_entry for values from (%L) to (%L)',
      v_name, v_from::timestamp at time zone 'UTC', (v_from + interval '1 month')::timestamp at time zone 'UTC');
    perform guard_audit_partitions();
  end if;
end
$$;

create or replace function hub.audit_append(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
  head audit_head;
  entry record;
  v_stored bytea;
  v_had integer := 0;
  -- The repeated lines without the last line in front: with it, a station only asks at its start whether the hub has lost its latest lines.
  v_repeated integer := 0;
  v_added boolean := false;
  v_today date := (now() at time zone 'UTC')::date;
  v_before bigint;
  v_bytes bigint;
  -- What a line takes on the disk beside its text, in bytes.
  v_beside constant integer := 200;
  v_forked_at bigint;
  v_gap_at bigint;
  v_trouble text;
begin
  perform ensure_audit_partition(v_today);
  select * into head from audit_head where audit_head.station = me.id for update;
  v_before := case when head.day = v_today then head.day_bytes else 0 end;
  v_bytes := v_before;
  for entry in
    select (x ->> 'sequence')::bigint as sequence, decode(x ->> 'previous', 'hex') as previous, decode(x ->> 'hash', 'hex') as hash,
      decode(x ->> 'sealed', 'base64') as sealed
    from jsonb_array_elements(p_request -> 'entries') with ordinality as asked (x, n) order by 1, n
  loop
    if sha256(entry.previous || entry.sealed) <> entry.hash then
      perform refuse('bad-request', format('The hash of audit entry %s does not fit it.', entry.sequence));
    end if;
    select e.hash into v_stored from audit_entry e where e.station = me.id and e.sequence = entry.sequence;
    -- A line whose month was dropped counts as stored.
    if (case when found then v_stored = entry.hash
        else entry.sequence < head.entries or (entry.sequence = head.entries and entry.hash = head.last_hash) end) then
      if v_had > 0 or v_added or entry.sequence < head.entries then
        v_repeated := v_repeated + 1;
      end if;
      v_had := v_had + 1;
    elsif entry.sequence = head.entries + 1 and entry.previous = head.last_hash then
      insert into audit_entry (station, sequence, previous, hash, sealed)
        values (me.id, entry.sequence, entry.previous, entry.hash, entry.sealed);
      head.entries := entry.sequence;
      head.last_hash := entry.hash;
      v_added := true;
      v_bytes := v_bytes + length(entry.sealed) + v_beside;
    elsif entry.sequence <= head.entries + 1
       or exists (select from audit_fork k where k.station = me.id and k.sequence = entry.sequence - 1 and k.hash = entry.previous) then
      -- A line that contradicts a stored line, or that follows such a contradicting line.
      insert into audit_fork (station, sequence, previous, hash, sealed)
        values (me.id, entry.sequence, entry.previous, entry.hash, entry.sealed) on conflict do nothing;
      if found then
        v_bytes := v_bytes + length(entry.sealed) + v_beside;
      end if;
      v_forked_at := coalesce(v_forked_at, entry.sequence);
    else
      v_gap_at := head.entries + 1;
      exit;
    end if;
  end loop;
  -- Lines that were already stored do not count. No computer makes more than this in a day.
  if v_bytes > 268435456 then
    perform refuse('too-large', 'A station may add 256 MiB of audit lines a day.');
  end if;
  -- A fork is never cleared. A gap is cleared when the missing entry arrives.
  v_trouble := case
    when head.trouble = 'forked' or v_forked_at is not null then 'forked'
    when v_gap_at is not null then 'gap'
    when v_added then null
    else head.trouble end;
  if v_added or v_repeated > 0 or v_trouble is distinct from head.trouble or v_bytes > v_before then
    update audit_head set entries = head.entries, last_hash = head.last_hash, trouble = v_trouble, had = head.had + v_repeated,
      day = v_today, day_bytes = v_bytes where audit_head.station = me.id;
    perform tell(me.id, 'audit');
  end if;
  return jsonb_strip_nulls(jsonb_build_object(
    'next', head.entries + 1, 'had', v_had, 'forkedAt', v_forked_at, 'gapAt', v_gap_at));
end
$$;

-- A line in the form of the contract.
create or replace function setdesk.audit_line(p_sequence bigint, p_previous bytea, p_hash bytea, p_sealed bytea, p_received_at timestamptz)
returns jsonb language sql stable set search_path = setdesk, pg_temp as $$
  select jsonb_build_object('sequence', p_sequence, 'previous', encode(p_previous, 'hex'), 'hash', encode(p_hash, 'hex'),
    'sealed', base64(p_sealed), 'receivedAt', iso(p_received_at))
$$;

create or replace function hub.audit_read(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  v_station uuid := (p_request ->> 'station')::uuid;
  v_after bigint := (p_request ->> 'after')::bigint;
  v_skipped bigint := coalesce((p_request ->> 'skippedForks')::bigint, 0);
begin
  perform enter(p_token, 'supervisor');
  return (
    with listed as (
      select *, row_number() over entries as place, sum(length(sealed)) over entries as bytes
      from (select * from audit_entry where station = v_station and sequence > v_after order by sequence limit 501) e
      window entries as (order by sequence)
    ), page as (
      select *, place = 1 or (place <= 500 and bytes <= 4000000) as fits from listed
    ), told as (
      select coalesce(jsonb_agg(audit_line(sequence, previous, hash, sealed, received_at) order by sequence) filter (where fits), '[]') as entries,
        coalesce(bool_or(not fits), false) as has_more, max(sequence) filter (where fits) as last
      from page
    )
    select jsonb_build_object('entries', told.entries, 'hasMore', told.has_more, 'forks', forks.lines, 'hasMoreForks', forks.has_more)
    from told, lateral (
      select coalesce(jsonb_agg(audit_line(sequence, previous, hash, sealed, received_at) order by place) filter (where place <= 100), '[]')
        as lines, coalesce(bool_or(place > 100), false) as has_more
      from (select *, row_number() over (order by sequence, received_at, hash) as place from (
        select * from audit_fork k where k.station = v_station and k.sequence > v_after and (not told.has_more or k.sequence <= told.last)
          order by sequence, received_at, hash offset v_skipped limit 101) f) f) forks);
end
$$;
