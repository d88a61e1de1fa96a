-- When the work of a job was put, removed or moved last. Upkeep needs it for jobs that never had a claim.
alter table setdesk.job add column work_at timestamptz not null default now();
-- A job is open while it is claimed, or known without a claim. One station must not fill the database with open jobs.
alter table setdesk.fleet add column open_jobs_at_most integer not null default 20000;
create index open_job_by_station on setdesk.job (station) where state in ('none', 'held');
