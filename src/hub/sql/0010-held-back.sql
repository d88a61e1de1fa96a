-- A station sends a job that it has been asked about for ten minutes after the hub's last answer, even if it cannot ask the hub. If such a job
-- takes money and is moved, the other station gets it only after that. Three minutes are added: `seen_at` may be a minute old, and the last
-- call may still be on its way to the platform.
alter table setdesk.fleet add column holds_back interval not null default '13 minutes';
alter table setdesk.work add column held_back_until timestamptz;
