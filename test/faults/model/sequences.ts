import * as fc from 'fast-check'
import { eventKinds, type Event } from './events.ts'
import { perform, type Stock } from './perform.ts'
import type { Shop } from './shop.ts'

/** What a sequence is played on. */
export interface Scene {
  readonly shop: Shop
  readonly stock: Stock
}

/** An event as a command of fast-check; its text form is the event in JSON. */
const commandOf = (event: Event): fc.AsyncCommand<object, Scene> => ({
  check: () => true,
  run: (_, { shop, stock }) => perform(shop, stock, event),
  toString: () => JSON.stringify(event),
})

/** Sequences of at most `most` events. */
export const anySequence = (most: number) =>
  fc.commands(
    eventKinds.map((kind) => kind.map(commandOf)),
    { maxCommands: most, size: 'max' },
  )
