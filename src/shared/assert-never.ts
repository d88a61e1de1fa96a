/** Closes a switch over a union: forgetting a member fails to compile here. */
export function assertNever(value: never): never {
  throw new Error(`Unhandled case: ${JSON.stringify(value)}`)
}
