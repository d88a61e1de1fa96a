import { expect, test } from 'vitest'
import { letClaimsAge } from '../../fakes/hub/test-database.ts'
import { startMiddleServer } from '../../fakes/middle-server.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { intentFor, save } from '../app/activate.ts'
import { openDesk, until } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

test.each(['first', 'again'])(
  'a claim that a computer gets %s just before a call stays if the computer is lost',
  { timeout: 60_000 },
  async (time) => {
    const hub = await startRealHub()
    const platform = await openPlatform()
    const { url, met } = await startMiddleServer(platform.url)
    const wish = { code: await hub.firstCode(), name: 'Office' }
    const desk = await openDesk(hub, platform, wish, { changed: { baseUrl: url } })
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
