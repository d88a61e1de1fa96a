const mebibyte = 1024 * 1024

/** What the door lets in at most. Rates are options of the command (`limits.ts`). */
export const doorBounds = {
  /** Bytes of a body whose sender has shown no session. */
  bytesOfAStranger: 16 * 1024,
  bytesOfAStation: 16 * mebibyte,
  /** Bytes of all bodies under way. */
  bytesTogether: 256 * mebibyte,
  /** A station confirms its claims one call at a time while it sends, and several jobs are sent at once. */
  callsOfAStation: 32,
  /** Calls at once without a session. */
  callsOfAnAddress: 500,
  streamsOfAStation: 4,
  /** Connections that have shown a session of one station: one for each call and stream at once, and some that have ended without a word. */
  connectionsOfAStation: 64,
  /** Connections of one address that have shown no session. */
  strangersOfAnAddress: 2000,
  /** Connections of all together. */
  connections: 20_000,
}
export type DoorBounds = Readonly<typeof doorBounds>
