import { expect, test } from 'vitest'
import { anyMac } from '../../fakes/intents.ts'
import { openPlatform } from '../../fakes/test-app.ts'
import { effectsOn } from '../app/activate.ts'
import { atRest } from '../maintenance/work.ts'
import { openTwoDesks, saveBox, until } from './open-fleet.ts'
import { startHubProgram, startRealHub } from './start-real-hub.ts'

test(
  'at the real hub, two computers activate the same box once, and one takes over a job of the other',
  { timeout: 90_000 },
  async () => {
    const [hub, platform, box] = [await startHubProgram(), await openPlatform(), anyMac()]
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

/** Which of hub and platform the two desks reach while both save the same box. */
const outages = [
  { name: 'one of them reaches the hub and not the platform', bossLine: { platform: false }, vanLine: {} },
  { name: 'one of them reaches nothing', bossLine: { hub: false, platform: false }, vanLine: {} },
  {
    name: 'both reach nothing',
    bossLine: { hub: false, platform: false },
    vanLine: { hub: false, platform: false },
  },
] as const

test.each(outages)(
  'of two computers that save the same box while $name, one activates it, and the other one shows who has it',
  { timeout: 90_000 },
  async ({ bossLine, vanLine }) => {
    const [hub, platform, box] = [await startRealHub(), await openPlatform(), anyMac()]
    const { boss, van } = await openTwoDesks(hub, platform)
    Object.assign(boss.line, bossLine)
    Object.assign(van.line, vanLine)
    const [ofBoss = '', ofVan = ''] = await Promise.all([boss, van].map((desk) => saveBox(desk, platform, box)))
    const office = { desk: boss, id: ofBoss, name: 'Office' }
    const twelve = { desk: van, id: ofVan, name: 'Van 12' }
    const findHolder = async () => (await boss.call('fleet.find', { box })).holders[0]?.station.name
    // If the office reaches the hub, the first claim wins at once. Otherwise the van is back first and wins.
    const holder = boss.line.hub ? await until(findHolder, (name) => name !== undefined) : twelve.name
    const [winner, loser] = holder === office.name ? [office, twelve] : [twelve, office]

    for (const { desk, id } of [winner, loser]) {
      Object.assign(desk.line, { hub: true, platform: true })
      await desk.call('queue.resume', {})
      await desk.jobIn(id, 'done', 'needs-you')
    }

    expect((await winner.desk.call('job.read', { id: winner.id })).summary.state).toBe('done')
    const { summary, steps } = await loser.desk.call('job.read', { id: loser.id })
    expect(summary).toMatchObject({
      state: 'needs-you',
      why: { code: 'claimed-elsewhere' },
      fleet: { state: 'conflict', station: winner.name },
    })
    expect(steps.flatMap(({ attempts }) => attempts)).toEqual([])
    expect(effectsOn(platform, box)).toEqual(['create', 'bind-user'])
  },
)
