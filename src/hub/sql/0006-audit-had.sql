-- How many lines of its audit a station sent that were there already. It is no fault: an answer was lost, or a request came twice.
alter table setdesk.audit_head add column had bigint not null default 0;
