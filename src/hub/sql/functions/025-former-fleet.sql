-- The supervisor that joins with a first code makes new keys. Every other station has the keys of the former fleet, so its claims and copies
-- would not match those made with the new keys. Such a station is removed, and gets the new keys when it joins again. Nobody can open the
-- former copies, and the former claims on unfinished jobs match no new key. They are deleted, so that a station that joins again claims its
-- own unfinished jobs and stores them anew. No station that knows a former fence is left.
create or replace function setdesk.end_former_fleet(p_supervisor uuid) returns void
language plpgsql set search_path = setdesk, pg_temp as $$
declare
  v_jobs text[];
begin
  perform revoke_station(s.id) from (select id from station where state = 'active' and id <> p_supervisor order by id for update) s;
  perform set_config('setdesk.acting', 'upkeep', true);
  v_jobs := array(
    select j.id from job j where j.state in ('none', 'held') or exists (select from work w where w.job = j.id) order by j.id for update);
  delete from work;
  delete from claim where job = any (v_jobs);
  delete from job where id = any (v_jobs);
end
$$;
