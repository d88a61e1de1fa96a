-- Row security binds even the functions of the owner (`force`): a station's call reaches its own rows, whatever the function says.
-- `setdesk.enter` sets both settings for one transaction, from the session and never from the caller.

create function setdesk.me() returns uuid language sql stable as
$$ select nullif(current_setting('setdesk.station', true), '')::uuid $$;

-- station, supervisor or upkeep; empty outside of a call.
create function setdesk.acting() returns text language sql stable as
$$ select coalesce(current_setting('setdesk.acting', true), '') $$;

do $$
declare
  name text;
begin
  foreach name in array array['job', 'claim', 'work', 'status', 'day_total', 'audit_head', 'audit_entry', 'audit_fork', 'document_taken'] loop
    execute format('alter table setdesk.%I enable row level security', name);
    execute format('alter table setdesk.%I force row level security', name);
  end loop;
  foreach name in array array['work', 'status', 'day_total', 'document_taken'] loop
    execute format('create policy own on setdesk.%I using (station = setdesk.me() or setdesk.acting() in (''supervisor'', ''upkeep''))', name);
  end loop;
  -- Nothing about an audit entry is ever updated or deleted: no policy allows it.
  foreach name in array array['audit_entry', 'audit_fork'] loop
    execute format('create policy read on setdesk.%I for select using (station = setdesk.me() or setdesk.acting() = ''supervisor'')', name);
    execute format('create policy append on setdesk.%I for insert with check (station = setdesk.me())', name);
  end loop;
end
$$;

create policy read on setdesk.audit_head for select using (station = setdesk.me() or setdesk.acting() = 'supervisor');
create policy append on setdesk.audit_head for insert with check (station = setdesk.me());
create policy extend on setdesk.audit_head for update using (station = setdesk.me());

-- Who has a job is no secret within the fleet; a conflict says it. A job that was released may be taken up by another station.
create policy read on setdesk.job for select using (true);
create policy append on setdesk.job for insert with check (station = setdesk.me());
create policy change on setdesk.job for update
  using (station = setdesk.me() or state = 'released' or setdesk.acting() in ('supervisor', 'upkeep'))
  with check (station = setdesk.me() or setdesk.acting() in ('supervisor', 'upkeep'));
create policy sweep on setdesk.job for delete using (setdesk.acting() = 'upkeep');

-- A key may be given to a job of the calling station, or set free.
create policy read on setdesk.claim for select using (true);
create policy append on setdesk.claim for insert with check (job is null);
create policy change on setdesk.claim for update using (true)
  with check (job is null or exists (select from setdesk.job j where j.id = job and j.station = setdesk.me()));
create policy sweep on setdesk.claim for delete using (setdesk.acting() = 'upkeep');

-- A claim stands while it is renewed, and after a call that may have had its effect.
create function setdesk.stands(j setdesk.job) returns boolean language sql stable as
$$ select j.state in ('held', 'done') and greatest(j.until, j.effect_until) > now() $$;

-- The last guard, behind the functions: a key whose claim stands never goes to another job.
create function setdesk.guard_claim() returns trigger language plpgsql set search_path = setdesk, pg_temp as $$
begin
  if new.key <> old.key then
    raise exception 'A key never changes';
  end if;
  if old.job is not null and new.job is not null and new.job <> old.job
     and exists (select from job j where j.id = old.job and old.key = any (j.keys) and stands(j)) then
    raise exception 'The claim on this key stands';
  end if;
  return new;
end
$$;
create trigger guard before update on setdesk.claim for each row execute function setdesk.guard_claim();

create function setdesk.guard_job() returns trigger language plpgsql set search_path = setdesk, pg_temp as $$
begin
  if new.fence < old.fence or (new.station <> old.station and new.fence <= old.fence) then
    raise exception 'A fence only grows, and a job that changes hands gets a new one';
  end if;
  return new;
end
$$;
create trigger guard before update on setdesk.job for each row execute function setdesk.guard_job();

-- Row security filters; this one speaks up, and holds for administrators too until they switch it off on purpose.
create function setdesk.guard_audit() returns trigger language plpgsql as $$
begin
  raise exception 'Audit entries are only added';
end
$$;
create trigger guard before update or delete or truncate on setdesk.audit_entry for each statement execute function setdesk.guard_audit();
create trigger guard before update or delete or truncate on setdesk.audit_fork for each statement execute function setdesk.guard_audit();
