-- Run once, as a superuser of PostgreSQL, with psql: makes the three roles and the database of the fleet.
-- None of the roles is a superuser, because row security would not bind one. psql asks for their passwords at the end.

create role setdesk_owner login;
create role setdesk_hub login;
create role setdesk_reader login;

create database setdesk owner setdesk_owner;
revoke all on database setdesk from public;
grant connect on database setdesk to setdesk_hub, setdesk_reader;

\password setdesk_owner
\password setdesk_hub
\password setdesk_reader
