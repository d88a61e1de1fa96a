import { hubEventSchema, type HubEvent } from '../../shared/fleet/hub-calls.ts'
import { z } from 'zod'
import type { HubDatabase } from '../database/hub-database.ts'

/** An event as the hub reads it. `told`: it is for the station itself, not for supervisors. */
const fedEventSchema = hubEventSchema.extend({ told: z.boolean() })
export type FedEvent = HubEvent & { readonly told: boolean }

const positionSchema = z.object({ position: z.int().min(0) })
const pageSchema = z.object({ events: z.array(fedEventSchema) })
/** As in the function `hub.events_after`. */
const pageLength = 5000

interface FeedDeps {
  readonly database: Pick<HubDatabase, 'call'>
  readonly onEvent: (event: FedEvent) => void
  /** Undefined: the database does not answer. */
  readonly onPosition: (position: number | undefined) => void
  /** The database was replaced by an older one: positions begin again lower down. */
  readonly onOlder: () => void
}

/** Runs one work at a time; what is asked for meanwhile is done once more afterwards. */
function createSingle(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  return function run(): Promise<void> {
    if (running !== undefined) {
      isAskedAgain = true
      return running
    }
    running = work().finally(() => {
      running = undefined
      if (!isAskedAgain) return
      isAskedAgain = false
      return run()
    })
    return running
  }
}

/** Follows the positions of the events and passes each on, in order, once. */
export function createEventFeed({ database, onEvent, onPosition, onOlder }: FeedDeps) {
  let position: number | undefined

  const catchUp = createSingle(async () => {
    for (;;) {
      if (position === undefined) return
      const page = await database.call('events_after', { request: { after: position } })
      if (!page.ok) return
      const { events } = pageSchema.parse(page.value)
      for (const event of events) {
        position = event.position
        onEvent(event)
      }
      onPosition(position)
      if (events.length < pageLength) return
    }
  })

  /** Gives positions to what has changed, on this hub or on one that ended before it could. */
  const sequence = createSingle(async () => {
    const known = position
    const sequenced = await database.call('sequence_events')
    if (!sequenced.ok) return onPosition(undefined)
    const latest = positionSchema.parse(sequenced.value).position
    // A stream reads by itself what was there before this hub.
    position ??= latest
    // Compared with what was known before the question: `position` may have gone on meanwhile.
    if (known !== undefined && latest < known) {
      position = latest
      onOlder()
    }
    if (latest > position) await catchUp()
    onPosition(position)
  })

  return { sequence, catchUp }
}
