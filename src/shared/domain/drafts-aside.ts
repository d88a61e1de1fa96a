import type { Draft } from './activation.ts'

/** A draft with the other one put aside for it, and with those that were aside for the other. */
export function putAside(draft: Draft, other: Draft): Draft {
  const { aside: _, ...own } = draft
  const { aside = [], ...form } = other
  return { ...own, aside: [form, ...aside] }
}

/** The draft that comes back once this one is over; undefined where none was put aside. */
export function takeUpAside({ aside = [] }: Draft): Draft | undefined {
  const [next, ...others] = aside
  if (next === undefined) return undefined
  return others.length === 0 ? next : { ...next, aside: others }
}
