import { expect, test } from 'vitest'
import { openEnvelope } from '../../../../src/main/fleet/fleet-keys.ts'
import { inviteStation } from '../../../../src/main/fleet/fleet.ts'
import { hubCalls, type HubRequest } from '../../../../src/shared/fleet/hub-calls.ts'
import { normaliseOneTimeCode } from '../../../../src/shared/fleet/one-time-code.ts'
import { succeed } from '../../../../src/shared/result.ts'
import { makeSupervisorMembership } from '../../../fakes/membership.ts'
import { trulyRandom } from '../../../fakes/random.ts'

const membership = { ...makeSupervisorMembership(), documentsKey: Array(32).fill('AB').join(':') }

type Wish = Parameters<typeof inviteStation>[3]

async function invite(technicians: Wish['technicians']) {
  const asked: HubRequest<'stations.invite'>[] = []
  const client = {
    call: (_: string, request: unknown) => {
      asked.push(hubCalls['stations.invite'].request.parse(request))
      return Promise.resolve(succeed({}))
    },
  } as Parameters<typeof inviteStation>[0]
  const wish = { role: 'supervisor', group: undefined, hours: 1, technicians } as const
  const made = await inviteStation(client, trulyRandom, membership, wish)
  if (!made.ok) throw new Error(made.error.is)
  const opened = await openEnvelope(normaliseOneTimeCode(made.value.code) ?? '', asked[0]?.envelope ?? '')
  return { ...made.value, opened }
}

test('an invitation contains only the name and the role of each technician', async () => {
  const record = { name: 'Ada', isSupervisor: true, id: '01J', wrong: 2, pin: { hash: 'secret', salt: 'secret' } }
  const { opened, technicians } = await invite([record])
  expect(opened?.technicians).toEqual([{ name: 'Ada', isSupervisor: true }])
  expect(technicians).toEqual(opened?.technicians)
  expect(JSON.stringify(opened)).not.toContain('hash')
})

const long = (index: number): string => `${'\u{1F600}'.repeat(38)} ${index}`

test('an invitation with too many technicians leaves out the last ones, but never the supervisor', async () => {
  const clerks = Array.from({ length: 49 }, (_, index) => ({ name: long(index), isSupervisor: false }))
  const { opened, technicians } = await invite([...clerks, { name: 'Ada', isSupervisor: true }])
  expect(technicians[0]).toEqual({ name: 'Ada', isSupervisor: true })
  expect(technicians.slice(1)).toEqual(clerks.slice(0, technicians.length - 1))
  expect(technicians.length).toBeGreaterThan(20)
  expect(technicians.length).toBeLessThan(50)
  expect(opened?.technicians).toEqual(technicians)
})

test('an invitation has room for fifty technicians with ordinary names', async () => {
  const clerks = Array.from({ length: 50 }, (_, index) => ({ name: `عبد الرحمن المصري ${index}`, isSupervisor: false }))
  expect((await invite(clerks)).technicians).toHaveLength(50)
})
