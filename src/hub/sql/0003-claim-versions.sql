-- The newest request about its claim that a station made for a job: a copy of an older one came late and changes nothing. -1 before the first.
alter table setdesk.job add column claim_version bigint not null default -1;
drop function if exists setdesk.take_claim(text, bytea[]);
