import { PGlite } from '@electric-sql/pglite'
let t = performance.now()
const db = await PGlite.create()
console.log('create', performance.now() - t, (process.memoryUsage().rss / 1e6) | 0)
t = performance.now()
console.log(
  (
    await db.query(
      'select version(), current_user, pg_current_xact_id()::text as x, to_char(now() at time zone \'UTC\', \'YYYY-MM-DD"T"HH24:MI:SS.US"Z"\') as t, session_user',
    )
  ).rows,
)
await db.exec(
  `create role o nologin; create role h nologin; create schema s authorization o; set role o; create table s.t(a int, at timestamptz); alter table s.t enable row level security; alter table s.t force row level security; create policy p on s.t for select using(a = current_setting('x.y',true)::int); create policy i on s.t for insert with check (a<5); insert into s.t values(1),(2); create function s.f(p text, q jsonb) returns jsonb language plpgsql security definer set search_path=s as $$ begin perform set_config('x.y', p, true); return (select jsonb_agg(a) from s.t); end $$; grant usage on schema s to h; reset role; set role h`,
)
console.log((await db.query('select s.f($1,$2) as r', ['2', { a: 1 }])).rows)
try {
  await db.query('select * from s.t')
} catch (e) {
  console.log(e.code, e.message)
}
console.log(performance.now() - t)
t = performance.now()
const d = await db.clone()
console.log('clone', performance.now() - t, (process.memoryUsage().rss / 1e6) | 0)
t = performance.now()
for (let i = 0; i < 200; i++) await db.query('select s.f($1,$2) as r', ['2', { a: 1 }])
console.log('per call', (performance.now() - t) / 200)
try {
  console.log((await db.query('select pg_walfile_name(pg_current_wal_lsn())')).rows)
} catch (e) {
  console.log(e.message)
}
try {
  await db.query('select 1')
} catch (e) {
  console.log(e.code, e.message)
}
await db.close()
