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
