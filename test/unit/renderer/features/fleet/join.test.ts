import { describe, expect, it } from 'vitest'
import {
  mendHubAddress,
  readInvitation,
  writeInvitation,
} from '../../../../../src/renderer/src/features/fleet/say-fleet.ts'
import { findJoinProblem, placeJoinError } from '../../../../../src/renderer/src/features/fleet/place/join-panel.tsx'
import { makeError } from '../../../../fakes/bridge.ts'

const code = '7K2M-0000-0000-0000-0000-000A'
const hub = 'https://fleet.example:8443'

describe('the text of an invitation', () => {
  it('can be read from a scan, in upper or lower case, and with spaces in the code', () => {
    expect(readInvitation(writeInvitation({ hub, code }))).toEqual({ hub, code })
    expect(readInvitation(`SETDESK-FLEET ${hub} 7k2m 0000 0000 0000 0000 000a`)).toMatchObject({ hub })
  })

  it.each(['', code, hub, '001A794EB210', `setdesk-fleet ${hub} 7K2M`, `other ${hub} ${code}`])(
    'cannot be read from other text: %s',
    (text) => {
      expect(readInvitation(text)).toBeUndefined()
    },
  )

  it.each([
    ['fleet.example:8443', 'https://fleet.example:8443'],
    [' https://fleet.example/ ', 'https://fleet.example'],
    ['http://localhost:8443', 'http://localhost:8443'],
    ['', ''],
  ])('contains the address of the hub, which is corrected from %s to %s', (typed, mended) => {
    expect(mendHubAddress(typed)).toBe(mended)
  })
})

describe('the form for joining a fleet', () => {
  it('says at each field what is wrong before it contacts the hub', () => {
    expect(findJoinProblem({ hub, code })).toBeUndefined()
    expect(findJoinProblem({ hub: 'http://127.0.0.1:8443', code })).toBeUndefined()
    expect(findJoinProblem({ hub: '', code })?.field).toBe('hub')
    expect(findJoinProblem({ hub: 'https://', code })?.says).toContain('names a server')
    expect(findJoinProblem({ hub: 'http://fleet.example', code })?.says).toContain('Without encryption')
    expect(findJoinProblem({ hub, code: ' ' })?.field).toBe('code')
    expect(findJoinProblem({ hub, code: '7K2M-0000' })?.says).toContain('not a one-time code')
  })

  const now = new Date(2024, 10, 3, 10, 52).getTime()
  const hubError = (detail: string) => placeJoinError(makeError('hub-not-reached', { detail }), now)

  it('says at the field of the code if the hub does not know the code', () => {
    expect(placeJoinError(makeError('code-unknown'), now)).toMatchObject({ field: 'code' })
    expect(placeJoinError(makeError('code-unknown'), now)?.says).toContain('already used')
  })

  it('says why the hub was not reached, at the field of the address or of the proxy', () => {
    expect(hubError('name-not-found')).toMatchObject({ field: 'hub' })
    expect(hubError('certificate-not-trusted')?.says).toContain('does not trust its certificate')
    expect(hubError('something new')?.says).toContain('the network failed')
    expect(hubError('proxy-log-in-refused')).toMatchObject({ field: 'proxy' })
  })

  it("says what this computer's clock shows if a certificate is not valid yet", () => {
    const { says = '' } = hubError('certificate-not-yet-valid') ?? {}
    expect(says).toContain('2024')
    expect(says).toContain('10:52')
    expect(says).toContain('The clock is probably wrong')
  })

  it('shows other errors below the form', () => {
    expect(placeJoinError(makeError('hub-refused', { detail: 'envelope' }), now)).toBeUndefined()
    expect(placeJoinError(makeError('not-permitted', { detail: 'addresses' }), now)).toBeUndefined()
  })
})
