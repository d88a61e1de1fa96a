/** Freezes the value deeply, so that no module can change an entry that others share. */
export function freezeDeep<const T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) freezeDeep(member)
  return Object.freeze(value)
}
