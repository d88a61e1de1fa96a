import { hubEventSchema, type HubEvent } from '../../shared/fleet/hub-calls.ts'
import { z } from 'zod'
import type { HubDatabase } from '../database/hub-database.ts'

/** An event as the hub reads it from the database. `told`: the event is for the station itself and not for supervisors. */
const fedEventSchema = hubEventSchema.extend({ told: z.boolean() })
export type FedEvent = HubEvent & { readonly told: boolean }

const positionSchema = z.object({ position: z.int().min(0) })
const pageSchema = z.object({ events: z.array(fedEventSchema) })
/** Must equal the page length in the SQL function `hub.events_after`. */
const pageLength = 5000

interface FeedDeps {
  readonly database: Pick<HubDatabase, 'call'>
  readonly onEvent: (event: FedEvent) => void
  /** Called with the latest position, or with undefined if the database does not answer. */
  readonly onPosition: (position: number | undefined) => void
  /** Called if the latest position has become lower, because an older database has replaced the former one. */
  readonly onOlder: () => void
}

/** Returns a function that runs `work`, never twice at the same time. Any number of calls during a run cause one more run. */
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

/** Reads new events from the database in the order of their positions, and passes each event on once. */
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

  /** Gives positions to all changes that have none: the changes of this hub, and the changes that another hub left when it ended. */
  const sequence = createSingle(async () => {
    const known = position
    const sequenced = await database.call('sequence_events')
    if (!sequenced.ok) return onPosition(undefined)
    const latest = positionSchema.parse(sequenced.value).position
    // Events from before this hub's start are not passed on, because each stream reads these events when it opens.
    position ??= latest
    // Compares with the position from before the call, because `position` may have advanced while the database answered.
    if (known !== undefined && latest < known) {
      position = latest
      onOlder()
    }
    if (latest > position) await catchUp()
    onPosition(position)
  })

  return { sequence, catchUp }
}
