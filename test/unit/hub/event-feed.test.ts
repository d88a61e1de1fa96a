import { describe, expect, it } from 'vitest'
import { createEventFeed, type FedEvent } from '../../../src/hub/door/event-feed.ts'
import { fail, succeed } from '../../../src/shared/result.ts'

const station = '7b9a9b0e-0a44-4f8a-8d7b-0d5c1b8a0f11'

/** A database with a log of events that grows by hand. */
function openFeed(first: number) {
  let [latest, isAway] = [first, false]
  const told: number[] = []
  const positions: (number | undefined)[] = []
  let older = 0
  const { sequence, catchUp } = createEventFeed({
    database: {
      call: async (name, given) => {
        if (isAway) return fail({ code: 'unavailable', message: 'away' })
        if (name === 'sequence_events') return succeed({ position: latest })
        const { after } = (given?.request ?? { after: 0 }) as { readonly after: number }
        const count = Math.min(latest - after, 5000)
        const events = Array.from({ length: count }, (_, index): FedEvent => ({
          position: after + index + 1,
          about: 'work',
          station,
          told: false,
        }))
        return succeed({ events })
      },
    },
    onEvent: ({ position }) => told.push(position),
    onPosition: (position) => positions.push(position),
    onOlder: () => (older += 1),
  })
  return {
    sequence,
    catchUp,
    told,
    positions,
    countOlder: () => older,
    grow: (by: number) => (latest += by),
    setAway: (away: boolean) => (isAway = away),
  }
}

describe('the feed of events', () => {
  it('starts with new events, not with old ones', async () => {
    const { sequence, told } = openFeed(40)
    await sequence()
    expect(told).toEqual([])
  })

  it('passes on each event once and in order, even if several calls wake the feed at the same time', async () => {
    const { sequence, catchUp, told, grow } = openFeed(0)
    await sequence()
    grow(3)
    await Promise.all([catchUp(), sequence(), catchUp()])
    grow(2)
    await Promise.all([sequence(), catchUp()])
    expect(told).toEqual([1, 2, 3, 4, 5])
  })

  it('continues with the next page after a full one', async () => {
    const { sequence, catchUp, told, grow } = openFeed(0)
    await sequence()
    grow(11_000)
    await catchUp()
    expect([told.length, told.at(-1)]).toEqual([11_000, 11_000])
  })

  it('reports that the database cannot be reached, and later continues where it stopped', async () => {
    const { sequence, told, positions, grow, setAway } = openFeed(5)
    await sequence()
    setAway(true)
    grow(2)
    await sequence()
    setAway(false)
    await sequence()
    expect(told).toEqual([6, 7])
    expect(positions).toEqual([5, undefined, 7, 7])
  })

  it('starts again at the latest event after the database was restored from an older backup', async () => {
    const { sequence, told, grow, countOlder } = openFeed(50)
    await sequence()
    grow(-20)
    await sequence()
    expect(countOlder()).toBe(1)
    grow(1)
    await sequence()
    expect([told, countOlder()]).toEqual([[31], 1])
  })
})
