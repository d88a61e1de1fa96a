/** Ends a switch over a union: a forgotten member fails to compile here. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
