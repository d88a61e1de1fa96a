-- How many bytes of lines a station has sent on `day` (UTC). Nobody can delete lines, so one station must not fill the disk with them.
alter table setdesk.audit_head add column day date, add column day_bytes bigint not null default 0;
