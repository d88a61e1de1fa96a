-- Deleting a job looks for claims on it.
create index claim_by_job on setdesk.claim (job) where job is not null;
