import { expect, onTestFinished, test } from 'vitest'
import { readSqlFiles } from '../../../src/hub/database/migrate.ts'
import { startTestHub } from '../../fakes/hub/start-test-hub.ts'
import { letClaimsAge, openTestPglite } from '../../fakes/hub/test-database.ts'
import { startMiddleServer } from '../../fakes/middle-server.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { intentFor, save } from '../app/activate.ts'
import { openDesk, until } from './open-fleet.ts'

test.each(['first', 'again'])(
  'a claim that a computer gets %s just before a call stays if the computer is lost',
  { timeout: 60_000 },
  async (time) => {
    const hub = await openTestPglite()
    const started = await startTestHub(hub.database, { code: readSqlFiles().code })
    onTestFinished(() => started.close())
    const platform = await openPlatform()
    const { url, met } = await startMiddleServer(platform.url)
    const place = { url: started.url, firstCode: hub.firstCode }
    const wish = { code: await hub.firstCode(), name: 'Office' }
    const desk = await openDesk(place, platform, wish, { changed: { baseUrl: url } })
    const intent = await intentFor('bind-user', desk, platform)
    const held = (columns: string) => hub.as('postgres', `select ${columns} from setdesk.job where state = 'held'`)
    const limit = (jobs: string) => hub.as('setdesk_owner', `update setdesk.fleet set open_jobs_at_most = ${jobs}`)
    await until(
      () => held('id'),
      ({ length }) => length === 0,
    )
    if (time === 'first') await limit('0')
    met.devices = async (pass) => {
      delete met.devices
      if (time === 'first') await limit('default')
      else {
        // As if another computer had taken the box after the claim lapsed, and then given it up.
        await letClaimsAge(hub, '100 hours')
        await hub.as('postgres', 'update setdesk.claim set job = null')
      }
      return pass()
    }
    let atSending: unknown
    met.AddMacAddressForUser = async (pass) => {
      atSending ??= await held('until > now() as stands, effect_until > now() as stays')
      return pass()
    }

    await desk.jobIn(await save(desk, intent), 'done')

    expect(atSending).toEqual([{ stands: true, stays: true }])
  },
)
