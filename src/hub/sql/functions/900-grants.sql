-- The hub's role may call the functions of the schema `hub`, and nothing else. The reading role may see the state of the fleet, but no sealed
-- data.
grant usage on schema hub to setdesk_hub;
grant execute on all functions in schema hub to setdesk_hub;

grant usage on schema setdesk to setdesk_reader;
grant execute on function setdesk.me(), setdesk.acting() to setdesk_reader;
grant select on setdesk.fleet, setdesk.presence, setdesk.status, setdesk.day_total, setdesk.document_taken, setdesk.audit_head to setdesk_reader;
grant select (id, name, role, "group", state, enrolled_at, revoked_at) on setdesk.station to setdesk_reader;
grant select (job, station, version, state, changed_at) on setdesk.work to setdesk_reader;
grant select (id, station, state, fence, since, until, effect_until) on setdesk.job to setdesk_reader;
grant select (station, sequence, previous, hash, received_at) on setdesk.audit_entry, setdesk.audit_fork to setdesk_reader;
grant select (kind, name, "group", serial, put_by, put_at) on setdesk.document to setdesk_reader;

do $$
declare
  name text;
begin
  foreach name in array array['presence', 'document', 'work', 'status', 'day_total', 'audit_head', 'audit_entry', 'audit_fork', 'document_taken'] loop
    execute format('drop policy if exists reader on setdesk.%I', name);
    execute format('create policy reader on setdesk.%I for select to setdesk_reader using (true)', name);
  end loop;
end
$$;
