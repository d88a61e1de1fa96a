/** Ends a switch over a union. If the switch misses a member of the union, this call does not compile. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
