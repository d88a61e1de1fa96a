/** An event with `preventDefault`, and a function that tells whether it was called. */
export function createPreventable(facts?: object) {
  let prevented = false
  const event = { ...facts, preventDefault: () => void (prevented = true), defaultPrevented: false }
  return [event, () => prevented] as const
}
