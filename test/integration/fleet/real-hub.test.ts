import { expect, test } from 'vitest'
import { anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { atRest } from '../maintenance/work.ts'
import { openTwoDesks, saveBox, until } from './open-fleet.ts'
import { startRealHub } from './start-real-hub.ts'

test(
  'two desks of the real app keep one box apart at the real hub, and a desk takes over work of another',
  { timeout: 90_000 },
  async () => {
    const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
    const { boss, van } = await openTwoDesks(hub, platform)
    const ids = await Promise.all([boss, van].map((desk) => saveBox(desk, platform, box)))
    const [[first], [second]] = await Promise.all([atRest(boss, [ids[0] ?? '']), atRest(van, [ids[1] ?? ''])])
    const lost = first?.summary.state === 'done' ? second : first
    expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
    expect(lost?.summary).toMatchObject({
      state: 'needs-you',
      why: { code: 'claimed-elsewhere' },
      fleet: { state: 'conflict' },
    })

    await van.call('queue.pause', {})
    const id = await saveBox(van, platform)
    const [from, to] = [(await van.fleet())?.station ?? '', (await boss.fleet())?.station ?? '']
    await until(
      () => boss.call('fleet.work', { station: from }),
      ({ jobs }) => jobs.some((job) => job.id === id && job.isUnreadable !== true),
    )
    expect(await boss.call('fleet.rescue', { from, to, jobs: [id] })).toEqual({ moved: 1, left: 0 })
    const rescued = await until(
      () => boss.call('job.read', { id }).catch(() => undefined),
      (job) => job?.summary.state === 'done',
    )
    expect(rescued?.summary.origin).toBe('taken-over')
    await van.call('queue.resume', {})
    expect((await van.jobIn(id, 'dropped')).summary).toMatchObject({ why: { code: 'moved-away' } })
  },
)
