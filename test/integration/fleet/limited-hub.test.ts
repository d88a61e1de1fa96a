import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openTrial } from '../../../src/hub/database/pglite.ts'
import { makeFirstCode } from '../../../src/hub/operator-commands.ts'
import { startTestHub } from '../../fakes/hub/start-test-hub.ts'
import { silentLog } from '../../fakes/hub/test-database.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { allChecked, openDesk, saveBox, until } from './open-fleet.ts'
import type { Transport } from '../../../src/platform/transport/exchange.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'

const random = (count: number) => randomBytes(count)

test(
  "a station that reaches the hub's rate limit still sends all its jobs, and never shows the hub as unreached",
  { timeout: 60_000 },
  async () => {
    const trial = await openTrial((connection) => makeFirstCode(connection, random, 1), silentLog)
    const rates = { station: { burst: 3, perSecond: 2 }, address: { burst: 2, perSecond: 4 } }
    const hub = await startTestHub(trial.database, { rates })
    onTestFinished(() => hub.close())
    const statuses: number[] = []
    const http = createHttpTransport()
    const transport: Transport = {
      async exchange(request) {
        const exchange = await http.exchange(request)
        if (request.url.href.startsWith(hub.url) && exchange.reach === 'answered') statuses.push(exchange.status)
        return exchange
      },
    }
    const platform = await openPlatform()
    const links: unknown[] = []
    const place = { url: hub.url, firstCode: () => Promise.resolve(trial.firstCode) }
    const desk = await openDesk(place, platform, { code: trial.firstCode, name: 'Office' }, { ports: { transport } })
    let isOver = false
    const watch = until(desk.fleet, (fleet) => {
      links.push(fleet?.link)
      return isOver
    })

    const ids = []
    for (let job = 0; job < 8; job += 1) ids.push(await saveBox(desk, platform))
    for (const id of ids) await desk.jobIn(id, 'done')
    await allChecked(desk)
    isOver = true
    await watch

    expect(statuses).toContain(429)
    expect(links).not.toContain('unreached')
    expect(platform.ledger().map(({ effect }) => effect)).toHaveLength(16)
    for (const id of ids) expect((await desk.call('job.read', { id })).summary.fleet).toBeUndefined()
  },
)
