-- Refuses a call with an error of the contract, such as `conflict`. The door recognises the error by its SQLSTATE.
create or replace function setdesk.refuse(p_code text, p_message text) returns void language plpgsql as $$
begin
  raise exception '%', p_message using errcode = case p_code
    when 'bad-request' then 'SD400'
    when 'not-signed-in' then 'SD401'
    when 'not-allowed' then 'SD403'
    when 'not-found' then 'SD404'
    when 'code-unknown' then 'SD405'
    when 'conflict' then 'SD409'
    when 'revoked' then 'SD410'
    when 'too-large' then 'SD413'
    when 'too-many' then 'SD429'
  end;
end
$$;

-- Base64 without the line feeds that encode() puts in.
create or replace function setdesk.base64(p_bytes bytea) returns text language sql immutable as
$$ select translate(encode(p_bytes, 'base64'), E'\n', '') $$;

create or replace function setdesk.iso(p_time timestamptz) returns text language sql immutable as
$$ select to_char(p_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

create or replace function setdesk.name_of(p_station uuid) returns jsonb language sql stable as
$$ select jsonb_build_object('id', s.id, 'name', s.name) from setdesk.station s where s.id = p_station $$;

-- Records that something about a station has changed. It adds one row and waits for no other call. The event gets its position later.
create or replace function setdesk.tell(p_station uuid, p_about text, p_told boolean default false) returns void language sql as
$$ insert into setdesk.event_inbox (station, about, told) values (p_station, p_about, p_told) $$;

-- Returns the station of a session. For the rest of the transaction, row security limits everything to that station.
create or replace function setdesk.enter(p_token bytea, p_acting text default 'station') returns setdesk.station
language plpgsql set search_path = setdesk, pg_temp as $$
declare
  me station;
begin
  select s.* into me from session n join station s on s.id = n.station where n.token = p_token and n.lapses_at > now();
  if not found then
    perform refuse('not-signed-in', 'This session is not known or has ended. Sign in again.');
  elsif me.state = 'revoked' then
    perform refuse('revoked', 'This station was removed from the fleet.');
  elsif p_acting = 'supervisor' and me.role <> 'supervisor' then
    perform refuse('not-allowed', 'Only a supervisor may do this.');
  end if;
  perform set_config('setdesk.station', me.id::text, true), set_config('setdesk.acting', p_acting, true);
  update presence set seen_at = now() where station = me.id and seen_at < now() - interval '1 minute';
  if found then
    perform tell(me.id, 'station');
  end if;
  return me;
end
$$;
