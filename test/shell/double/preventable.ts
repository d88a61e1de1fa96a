/** An event with `preventDefault`, and whether that was called. */
export function createPreventable(facts?: object) {
  let prevented = false
  const event = { ...facts, preventDefault: () => void (prevented = true), defaultPrevented: false }
  return [event, () => prevented] as const
}
