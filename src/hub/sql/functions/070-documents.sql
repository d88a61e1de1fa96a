create or replace function hub.documents_put(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token, 'supervisor');
  v_group text := coalesce(trim(p_request ->> 'group'), '');
  v_serial bigint := (p_request ->> 'serial')::bigint;
begin
  insert into document as d (kind, name, "group", serial, text, key, signature, put_by) values (
    p_request ->> 'kind', trim(p_request ->> 'name'), v_group, v_serial, p_request ->> 'text',
    decode(p_request ->> 'key', 'base64'), decode(p_request ->> 'signature', 'base64'), me.id)
  on conflict (kind, name, "group") do update set serial = excluded.serial, text = excluded.text, key = excluded.key,
    signature = excluded.signature, put_by = excluded.put_by, put_at = now()
    where d.serial < excluded.serial;
  if found then
    perform tell(id, 'documents', true) from station where state = 'active' and (v_group = '' or "group" = v_group);
    perform tell(me.id, 'documents');
  elsif not exists (
    select from document where kind = p_request ->> 'kind' and name = trim(p_request ->> 'name') and "group" = v_group
      and serial = v_serial and text = p_request ->> 'text' and key = decode(p_request ->> 'key', 'base64')) then
    perform refuse('conflict', 'There is a document with this name and the same or a higher serial.');
  end if;
  return '{}';
end
$$;

create or replace function hub.documents_get(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
begin
  return (
    with offered as (
      select distinct on (kind, name) * from document
        where "group" = '' or "group" = me."group" order by kind, name, serial desc, "group" desc
    ), listed as (
      select o.*, row_number() over (order by o.kind, o.name) as place, sum(length(o.text)) over (order by o.kind, o.name) as letters
      from offered o
      where not exists (
        select from jsonb_array_elements(p_request -> 'known') k
        where k ->> 'kind' = o.kind and trim(k ->> 'name') = o.name and (k ->> 'serial')::bigint >= o.serial)
    )
    select jsonb_build_object(
      'documents', coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'kind', kind, 'name', name, 'serial', serial, 'group', nullif("group", ''), 'text', text, 'key', base64(key),
        'signature', base64(signature))) order by place) filter (where fits), '[]'),
      'hasMore', coalesce(bool_or(not fits), false))
    from (select *, place = 1 or (place <= 20 and letters <= 1000000) as fits from listed) page);
end
$$;

create or replace function hub.documents_taken(p_token bytea, p_request jsonb) returns jsonb
language plpgsql security definer set search_path = setdesk, pg_temp as $$
declare
  me station := enter(p_token);
begin
  insert into document_taken as t (station, kind, name, outcome, serial) values (
    me.id, p_request ->> 'kind', trim(p_request ->> 'name'), p_request ->> 'outcome', (p_request ->> 'serial')::bigint)
  on conflict (station, kind, name, outcome) do update set serial = excluded.serial, at = now() where t.serial < excluded.serial;
  if found then
    -- The board shows only a hundred of them.
    if (select count(*) from document_taken where station = me.id) > 200 then
      perform refuse('too-large', 'This station has reported on too many documents.');
    end if;
    perform tell(me.id, 'documents');
  end if;
  return '{}';
end
$$;
