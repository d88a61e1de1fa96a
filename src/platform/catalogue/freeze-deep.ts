/** The same value, frozen all the way down: an entry that many modules share cannot be changed by one of them. */
export function freezeDeep<const T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) freezeDeep(member)
  return Object.freeze(value)
}
