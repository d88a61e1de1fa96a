import { describe, expect, it } from 'vitest'
import type { Snapshot } from '../../../../../src/shared/bridge/snapshot.ts'
import { countJobs, makeWorkday, northConnection } from '../../../../fakes/world.ts'
import { listBanners } from '../../../../../src/renderer/src/features/frame/messages.tsx'

const calm = makeWorkday('loopback', Date.UTC(2026, 0, 15, 12)).snapshot
const now = Date.UTC(2026, 0, 15, 12)
const codes = (part: Partial<Snapshot>) => listBanners({ ...calm, ...part }, now)
const withActive = (part: Partial<Snapshot['connections'][number]>): Partial<Snapshot> => ({
  connections: calm.connections.map((view) => (view.settings.id === 'north' ? { ...view, ...part } : view)),
})

describe('the banners', () => {
  it('are absent on a real platform without problems', () => {
    expect(codes({})).toEqual([])
  })

  it('always name the training platform', () => {
    expect(codes({ activeConnectionId: 'training' })).toEqual(['training'])
  })

  it.each(['newer', 'damaged', 'unsafe', 'full'] as const)('report the storage state %s', (state) => {
    expect(codes({ storage: { state, folder: '/data' } })).toEqual([state])
  })

  it('report that the work is locked, and that the key store is unavailable or weak', () => {
    expect(codes({ vault: { state: 'locked', protection: 'passphrase' } })).toEqual(['locked'])
    expect(codes({ vault: { state: 'unavailable', protection: 'system' } })).toEqual(['unavailable'])
    expect(codes({ vault: { state: 'open', protection: 'system-weak' } })).toEqual(['weak'])
  })

  it('ask for a token that is refused or missing, but not while the vault is locked', () => {
    expect(codes(withActive({ link: { state: 'token-refused', since: 0 } }))).toEqual(['token-refused'])
    expect(codes(withActive({ hasToken: false }))).toEqual(['no-token'])
    expect(codes({ ...withActive({ hasToken: false }), vault: { state: 'locked', protection: 'passphrase' } })).toEqual(
      ['locked'],
    )
  })

  it('say that the platform is not reached and how many jobs wait for it, unless sending is paused', () => {
    const offline = withActive({ link: { state: 'unreached', since: 0 } })
    expect(codes({ ...offline, counts: countJobs([]) })).toEqual(['offline'])
    expect(codes({ ...offline, counts: { ...countJobs([]), saved: 2, waiting: 1 } })).toEqual(['offline-waiting'])
    expect(codes({ ...offline, paused: true })).toEqual(['paused'])
  })

  it('say that something else answers if the platform is not reached for this reason', () => {
    const portal = withActive({ link: { state: 'unreached', since: 0, failure: 'not-the-platform' } })
    expect(codes({ ...portal, counts: { ...countJobs([]), saved: 2 } })).toEqual(['portal'])
  })

  it('say that jobs have no connection, so that nobody waits for them in vain', () => {
    const missingConnection = { baseUrl: 'https://tv.example', crmService: 'crm' }
    expect(codes({ missingConnection })).toEqual(['missing-connection'])
  })

  it('report an unencrypted address and not a missing token, because a token would not help', () => {
    expect(codes(withActive({ isPlainHttpStopped: true, hasToken: false }))).toEqual(['plain-http'])
  })

  it('warn of many unsent jobs, and say at the limit that no more jobs are accepted', () => {
    const north = calm.connections.find(({ settings }) => settings.id === 'north')
    const holding = (unsentWarning: number, unsentLimit: number) =>
      codes({
        ...withActive({ settings: { ...northConnection, ...north?.settings, unsentWarning, unsentLimit } }),
        counts: { ...countJobs([]), saved: 3, sending: 1, checking: 2, waiting: 4, done: 90 },
      })
    expect(holding(0, 0)).toEqual([])
    expect(holding(11, 0)).toEqual([])
    expect(holding(10, 0)).toEqual(['unsent-many'])
    expect(holding(10, 11)).toEqual(['unsent-many-limit'])
    expect(holding(10, 10)).toEqual(['unsent-full'])
  })

  it('warn of old unsent jobs, and say at the age limit that no more jobs are accepted', () => {
    expect(waiting(undefined, 8)).toEqual([])
    expect(waiting(100, 0)).toEqual([])
    expect(waiting(5.9, 8)).toEqual([])
    expect(waiting(6, 8)).toEqual(['unsent-aging'])
    expect(waiting(8, 8)).toEqual(['unsent-old'])
    // A clock that was set back must not make work old.
    expect(waiting(-3, 8)).toEqual([])
  })

  it('warn of both the number and the age of unsent jobs, but show only the limit once it is reached', () => {
    expect(both(9)).toEqual(['unsent-aging', 'unsent-many-limit'])
    expect(both(3)).toEqual(['unsent-full'])
  })

  it('report the send lock, and only the latest maintenance event', () => {
    const at = { at: 0, jobs: 2, from: 'K2F9QX' }
    const notices = [
      { kind: 'copied' as const, ...at },
      { kind: 'restored' as const, ...at },
    ]
    expect(codes({ maintenance: { quarantined: 0, notices, sendLocked: true } })).toEqual(['held', 'notice-restored'])
    const imported = { quarantined: 0, notices: [], sendLocked: true, sendLock: 'imported' as const }
    expect(codes({ maintenance: imported })).toEqual(['held-imported'])
  })

  it('show what stops the work before other messages', () => {
    expect(
      codes({ activeConnectionId: 'training', paused: true, storage: { state: 'full', folder: '/data' } }),
    ).toEqual(['full', 'paused', 'training'])
  })
})

const waiting = (hours: number | undefined, unsentHours: number) =>
  codes({
    ...withActive({ settings: { ...northConnection, unsentHours } }),
    ...(hours !== undefined && { oldestUnsent: now - hours * 3_600_000 }),
  })

const both = (unsentLimit: number) =>
  codes({
    ...withActive({ settings: { ...northConnection, unsentHours: 8, unsentWarning: 2, unsentLimit } }),
    counts: { ...countJobs([]), saved: 3 },
    oldestUnsent: now - 7 * 3_600_000,
  })
