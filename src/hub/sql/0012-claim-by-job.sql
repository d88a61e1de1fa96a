-- For each job that is deleted or ends, PostgreSQL searches the claims of that job.
create index claim_by_job on setdesk.claim (job);

-- The owner may delete a document outside of a call, for example one that a stolen supervisor's token has put with the highest serial.
create policy seen_by_owner on setdesk.document for select to setdesk_owner using (setdesk.acting() = '');
create policy deleted_by_owner on setdesk.document for delete to setdesk_owner using (setdesk.acting() = '');
