-- The last guard, behind the functions: a key whose claim stands never goes to another job, and only the station that has it, a supervisor or upkeep
-- sets it free.
create or replace function setdesk.guard_claim() returns trigger language plpgsql set search_path = setdesk, pg_temp as $$
begin
  if new.key <> old.key then
    raise exception 'A key never changes';
  end if;
  if old.job is not null and new.job is distinct from old.job and exists (
    select from job j where j.id = old.job and old.key = any (j.keys) and stands(j)
      and (new.job is not null or (j.station is distinct from me() and acting() not in ('supervisor', 'upkeep')))) then
    raise exception 'The claim on this key stands';
  end if;
  return new;
end
$$;

-- A month's partition is a table of its own, which the guard for statements on the whole does not reach. This one is for rows, so PostgreSQL gives it to
-- each partition, also to those that are made later.
create trigger guard_rows before update or delete on setdesk.audit_entry for each row execute function setdesk.guard_audit();
