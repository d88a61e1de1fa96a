-- The tables of the fleet. Every rule about them is a function under functions/, and the hub's role may call those of the schema `hub` and nothing else.

create schema hub;
-- Every role may execute a new function by default. Here none may until it is granted.
alter default privileges revoke execute on functions from public;

-- How long things last. One row; only the owner changes it.
create table setdesk.fleet (
  one boolean primary key default true check (one),
  claim_lasts interval not null default '72 hours',
  done_lasts interval not null default '90 days',
  session_lasts interval not null default '12 hours',
  challenge_lasts interval not null default '2 minutes',
  work_at_most integer not null default 20000
);
insert into setdesk.fleet default values;

create table setdesk.station (
  id uuid primary key default gen_random_uuid(),
  name text not null check (length(name) between 1 and 80),
  role text not null check (role in ('station', 'supervisor')),
  "group" text check (length("group") between 1 and 80),
  state text not null default 'active' check (state in ('active', 'revoked')),
  identity_key bytea not null check (length(identity_key) = 32),
  seal_key bytea not null check (length(seal_key) = 32),
  enrolled_at timestamptz not null default now(),
  revoked_at timestamptz
);
-- A revoked key may be enrolled again, by a new code and as a new station.
create unique index station_by_key on setdesk.station (identity_key) where state = 'active';

-- One-time codes, by a name that is derived from the code. The envelope is sealed with another key that is derived from it.
create table setdesk.code (
  lookup bytea primary key check (length(lookup) = 32),
  role text not null check (role in ('station', 'supervisor')),
  "group" text,
  envelope bytea,
  made_by uuid references setdesk.station,
  lapses_at timestamptz not null,
  station uuid references setdesk.station
);

create table setdesk.challenge (
  challenge bytea primary key check (length(challenge) = 32),
  station uuid not null references setdesk.station,
  lapses_at timestamptz not null,
  -- Set when it was shown back: it opens one session and no second.
  used boolean not null default false
);

-- Sessions by the SHA-256 of their token, so that a copy of the database opens none.
create table setdesk.session (
  token bytea primary key check (length(token) = 32),
  station uuid not null references setdesk.station,
  made_at timestamptz not null default now(),
  lapses_at timestamptz not null
);
create index session_by_station on setdesk.session (station, made_at);

-- When a station last called. Apart from `station`, because it changes all the time.
create table setdesk.presence (
  station uuid primary key references setdesk.station,
  seen_at timestamptz not null default now()
) with (fillfactor = 70);

-- A job that has claims, or work in the fleet's care. The row stays after both, because its fence must never start anew.
create table setdesk.job (
  id text collate "C" primary key check (id ~ '^[0-9A-Z]{26}$'),
  station uuid not null references setdesk.station,
  state text not null default 'none' check (state in ('none', 'held', 'done', 'released')),
  fence integer not null default 0,
  -- The fence with which it came to this station; a station that shows an older one was overtaken.
  moved_fence integer not null default 0,
  keys bytea[] not null default '{}',
  since timestamptz,
  until timestamptz,
  -- Until then the keys stay taken even if the claim is not renewed: a call may have had its effect.
  effect_until timestamptz,
  -- The newest version of its work that was put or removed; -1 before the first.
  work_version bigint not null default -1
) with (fillfactor = 80);

-- One row for each key that is or was taken. Whether the claim still stands is written in its job.
create table setdesk.claim (
  key bytea primary key check (length(key) = 32),
  job text collate "C" references setdesk.job
) with (fillfactor = 80);

create table setdesk.work (
  job text collate "C" primary key references setdesk.job,
  station uuid not null references setdesk.station,
  version bigint not null,
  state text not null check (state in ('saved', 'sending', 'checking', 'waiting', 'needs-you', 'refused')),
  sealed bytea not null,
  -- The copy that was sealed to the station to which the work was moved, until that station has taken it over.
  for_station bytea,
  changed_at timestamptz not null default now()
);
-- Sealed bytes cannot be compressed.
alter table setdesk.work alter column sealed set storage external, alter column for_station set storage external;
create index work_by_station on setdesk.work (station, job);

create table setdesk.status (
  station uuid primary key references setdesk.station,
  version text not null,
  unsent integer not null,
  sending integer not null,
  needs_you integer not null,
  refused integer not null,
  oldest_job_at timestamptz
) with (fillfactor = 70);

create table setdesk.day_total (
  station uuid not null references setdesk.station,
  day date not null,
  technician text not null,
  product text not null,
  done integer not null,
  refused integer not null,
  primary key (station, day, technician, product)
);
create index day_total_by_day on setdesk.day_total (day);

-- The end of each station's audit chain.
create table setdesk.audit_head (
  station uuid primary key references setdesk.station,
  entries bigint not null default 0,
  last_hash bytea not null default decode(repeat('00', 32), 'hex'),
  trouble text check (trouble in ('forked', 'gap'))
);

create table setdesk.audit_entry (
  station uuid not null references setdesk.station,
  sequence bigint not null check (sequence > 0),
  previous bytea not null check (length(previous) = 32),
  hash bytea not null check (length(hash) = 32),
  sealed bytea not null,
  received_at timestamptz not null default now(),
  primary key (station, sequence, received_at)
) partition by range (received_at);
alter table setdesk.audit_entry alter column sealed set storage external;

-- Entries that contradict the chain. They are evidence, so they are stored as well.
create table setdesk.audit_fork (
  station uuid not null references setdesk.station,
  sequence bigint not null check (sequence > 0),
  previous bytea not null,
  hash bytea not null,
  sealed bytea not null,
  received_at timestamptz not null default now(),
  primary key (station, sequence, hash)
);

create table setdesk.document (
  kind text not null check (kind in ('connection', 'policy', 'handout')),
  name text not null,
  -- Empty: for all stations.
  "group" text not null default '',
  serial bigint not null check (serial > 0),
  text text not null,
  key bytea not null,
  signature bytea not null,
  put_by uuid not null references setdesk.station,
  put_at timestamptz not null default now(),
  primary key (kind, name, "group")
);

create table setdesk.document_taken (
  station uuid not null references setdesk.station,
  kind text not null,
  name text not null,
  outcome text not null check (outcome in ('taken', 'refused')),
  serial bigint not null,
  at timestamptz not null default now(),
  primary key (station, kind, name, outcome)
);

-- What has changed and has no position yet. A call only adds here, so that calls do not wait for each other.
create table setdesk.event_inbox (
  station uuid not null,
  about text not null,
  -- Whether the station itself is told: it is not told of its own doing.
  told boolean not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- The latest position of each kind of change of each station. An older one of the same kind says nothing more.
create table setdesk.event (
  station uuid not null references setdesk.station,
  about text not null check (about in ('station', 'work', 'claims', 'documents', 'audit', 'revoked')),
  told boolean not null,
  position bigint not null,
  primary key (station, about, told)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
create index event_by_position on setdesk.event (position);
create sequence setdesk.event_position;
