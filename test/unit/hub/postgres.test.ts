import { expect, onTestFinished, test } from 'vitest'
import { createPostgres } from '../../../src/hub/database/postgres.ts'
import { playPostgres } from '../../fakes/hub/played-postgres.ts'
import { silentLog } from '../../fakes/hub/test-database.ts'

function openHubDatabase(url: string) {
  const database = createPostgres({ urls: [url], connections: 2, log: silentLog })
  onTestFinished(() => database.close())
  return database
}

test('a connection that breaks while it begins to listen is made again, and the process goes on', async () => {
  const server = await playPostgres({ onListen: (socket, nth) => nth === 1 && socket.resetAndDestroy() })
  openHubDatabase(server.url).listen(() => undefined)
  // An error that nobody handles would end the process, and fails this run.
  await expect.poll(server.listens).toBe(2)
})

test('a call is not carried out on a former primary to which the address of the database leads again', async () => {
  // The first connection chooses the server of timeline 2. The next one, which is to carry out the call, finds the former primary.
  const server = await playPostgres({ timelineOf: (connection) => (connection === 2 ? 1 : 2) })
  const database = openHubDatabase(server.url)
  expect(await database.call('claims_take', { token: Buffer.alloc(32), request: {} })).toMatchObject({
    error: { code: 'unavailable' },
  })
  expect(await database.call('claims_take', { token: Buffer.alloc(32), request: {} })).toMatchObject({ ok: true })
  expect(server.carriedOut).toEqual([2])
})

test('after the address leads to a newer primary, no earlier connection carries out a call', async () => {
  const server = await playPostgres({ timelineOf: (connection) => (connection <= 2 ? 1 : 2) })
  const database = openHubDatabase(server.url)
  const call = () => database.call('claims_take', { token: Buffer.alloc(32), request: {} })
  expect(await call()).toMatchObject({ ok: true })
  // A second connection, beside the first one, finds the newer primary.
  const both = await Promise.all([call(), call()])
  expect(both.map(({ ok }) => ok)).toContain(false)
  expect(await call()).toMatchObject({ ok: true })
  expect(server.carriedOut.at(-1)).toBe(2)
})
