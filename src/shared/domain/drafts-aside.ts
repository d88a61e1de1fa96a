import type { Draft } from './activation.ts'

/** The draft with `other` put aside for it, followed by the drafts that were aside for `other`. */
export function putAside(draft: Draft, other: Draft): Draft {
  const { aside: _, ...own } = draft
  const { aside = [], ...form } = other
  return { ...own, aside: [form, ...aside] }
}

/** The draft that returns after this one; undefined if none was put aside. */
export function takeUpAside({ aside = [] }: Draft): Draft | undefined {
  const [next, ...others] = aside
  if (next === undefined) return undefined
  return others.length === 0 ? next : { ...next, aside: others }
}
