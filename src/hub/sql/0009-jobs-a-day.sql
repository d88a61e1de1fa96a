-- The hub remembers a job for half a year after its end. One station must not fill the database with jobs that it begins and ends at once.
alter table setdesk.fleet add column jobs_a_day_at_most integer not null default 50000;
create index job_by_beginning on setdesk.job (station, since);
