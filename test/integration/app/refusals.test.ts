import { describe, expect, test } from 'vitest'
import { startMiddleServer, type Reply } from '../../fakes/middle-server.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { effectsOn, intentFor, operationOf, quick, save, type Change } from './activate.ts'

const refuses = (status: number, message: string): Reply => ({ status, body: JSON.stringify({ Message: message }) })

/** Saves a change whose first call is refused in this way. The check of the token after it gets no answer. */
async function refuseWithoutProbe(change: Change, reply: Reply) {
  const platform = await openPlatform()
  const { url, met } = await startMiddleServer(platform.url)
  const app = await openApp()
  await connect(app, platform, { ...quick, baseUrl: url })
  const intent = await intentFor(change, app, platform)
  let sent = 0
  met[operationOf[change]] = (pass) => {
    sent += 1
    if (sent > 1) return pass()
    met.GetCustomerStatusByReseller = () => {
      delete met.GetCustomerStatusByReseller
      return undefined
    }
    return reply
  }
  const { summary, steps } = await app.jobIn(await save(app, intent), 'done', 'unconfirmed', 'needs-you', 'refused')
  const outcomes = steps[0]?.attempts.map(({ outcome }) => outcome)
  return { state: summary.state, why: summary.why, outcomes, effects: effectsOn(platform, intent.box.identifier) }
}

describe('a refusal with the status 403, if the check of the token gets no answer,', () => {
  test('counts if it gives a reason of its own, and the call is not sent again', async () => {
    expect(await refuseWithoutProbe('bind-user', refuses(403, 'Device limit of 5 reached.'))).toEqual({
      state: 'refused',
      why: { code: 'platform-refused', detail: 'Device limit of 5 reached.' },
      outcomes: ['refused'],
      effects: [],
    })
  })

  test.each(['Forbidden.', 'Invalid company token.', 'Your company is suspended.'])(
    'may be about the token if its words are "%s", so the call is read back and sent again',
    async (words) => {
      expect(await refuseWithoutProbe('bind-user', refuses(403, words))).toMatchObject({
        state: 'done',
        outcomes: ['unknown', 'accepted'],
        effects: ['bind-user'],
      })
    },
  )
})

/**
 * Binds a box through a proxy that sends the call twice and passes on the second answer. The list of boxes is behind for `readings` readings.
 * The first `lost` answers are lost.
 */
async function bindTwice(change: 'bind-user' | 'bind-hostname', words: string, readings: number, lost = 0) {
  const platform = await openPlatform()
  const { url, met } = await startMiddleServer(platform.url)
  const app = await openApp()
  await connect(app, platform, { ...quick, baseUrl: url })
  const intent = await intentFor(change, app, platform)
  let behind: Reply | undefined
  let read = 0
  met[change === 'bind-user' ? 'devices' : 'GetMacAddressesUnderHostname'] = async (pass) => {
    behind ??= await pass()
    read += 1
    return read <= readings + 1 ? behind : pass()
  }
  let calls = 0
  met[operationOf[change]] = async (pass) => {
    calls += 1
    if (calls === 1) await pass()
    return calls <= lost ? { status: 502, body: '' } : refuses(406, words)
  }
  const { summary, steps } = await app.jobIn(await save(app, intent), 'done', 'unconfirmed', 'needs-you', 'refused')
  const sent = steps[0]?.attempts.length
  return { state: summary.state, why: summary.why?.code, sent, effects: effectsOn(platform, intent.box.identifier) }
}

describe.each(['bind-user', 'bind-hostname'] as const)(
  'a %s that is refused because the box is bound already',
  (change) => {
    test.each([
      'Device already registered.',
      'MAC address already assigned',
      'device_exists',
      'Gerät bereits vergeben',
    ])('in the words "%s" is read back until a list that is behind shows the box', async (words) => {
      expect(await bindTwice(change, words, 2)).toEqual({
        state: 'done',
        why: 'seen-on-platform',
        sent: 1,
        effects: [change],
      })
    })

    test.each(['Device is already assigned to another customer.', 'The device is wrong for this region.'])(
      'is refused at once in the words "%s"',
      async (words) => {
        expect(await bindTwice(change, words, 1)).toMatchObject({ state: 'refused', why: 'platform-refused', sent: 1 })
      },
    )

    test.each(['Device limit reached.', 'Device already registered.'])(
      'is decided by a technician in the words "%s" if an earlier answer was lost and no list shows the box',
      async (words) => {
        expect(await bindTwice(change, words, 99, 1)).toEqual({
          state: 'needs-you',
          why: 'reply-lost-absent',
          sent: 2,
          effects: [change],
        })
      },
    )

    test('is refused at once in the words "Device limit reached." if no earlier answer was lost', async () => {
      expect(await bindTwice(change, 'Device limit reached.', 99)).toMatchObject({ state: 'refused', sent: 1 })
    })

    test('is refused at the end of the processing time if no list shows the box', async () => {
      expect(await bindTwice(change, 'Device already registered.', 99)).toMatchObject({
        state: 'refused',
        why: 'platform-refused',
        sent: 1,
      })
    })
  },
)
