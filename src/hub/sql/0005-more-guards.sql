-- When a station was seen, and the documents of its group, are its own rows as well; documents are put by supervisors.
do $$
declare
  name text;
begin
  foreach name in array array['presence', 'document'] loop
    execute format('alter table setdesk.%I enable row level security', name);
    execute format('alter table setdesk.%I force row level security', name);
  end loop;
end
$$;
create policy own on setdesk.presence using (station = setdesk.me() or setdesk.acting() in ('supervisor', 'upkeep'));
create policy read on setdesk.document for select using (
  "group" = '' or "group" = (select s."group" from setdesk.station s where s.id = setdesk.me()) or setdesk.acting() = 'supervisor');
create policy append on setdesk.document for insert with check (setdesk.acting() = 'supervisor');
create policy change on setdesk.document for update using (setdesk.acting() = 'supervisor');

-- A station stays who it is: its keys and its role never change, and a removed one never comes back. It enrols anew.
create function setdesk.guard_station() returns trigger language plpgsql as $$
begin
  if (new.id, new.role, new.identity_key, new.seal_key) is distinct from (old.id, old.role, old.identity_key, old.seal_key) then
    raise exception 'The keys and the role of a station never change';
  elsif old.state = 'revoked' and new.state <> 'revoked' then
    raise exception 'A removed station never comes back';
  end if;
  return new;
end
$$;
create trigger guard before update on setdesk.station for each row execute function setdesk.guard_station();
